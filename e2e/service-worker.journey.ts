import { PRODUCT_VERSION } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { listKeeps } from './browser-keeps.ts';
import { startFrontDoor, type FrontDoor } from './front-door.ts';
import { sayOfflineAgain } from './network.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'インターネットに接続されていません';

/**
 * Waits until the first worker has all files and would answer for this page from its next load on.
 */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

test.describe('the service worker', () => {
  const at: { door: FrontDoor | null } = { door: null };
  const door = (): FrontDoor => {
    if (at.door === null) throw new Error('the door is not open');
    return at.door;
  };
  test.beforeEach(async ({ baseURL, page }) => {
    at.door = await startFrontDoor(baseURL ?? '');
    await signIn(page, door().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  });
  test.afterEach(async () => {
    await door().shut();
  });

  test('says its version once, when it first comes to life', async ({ page, context }) => {
    const said: string[] = [];
    context.on('console', (message) => {
      if (message.text().includes('service worker')) said.push(message.text());
    });
    context.on('serviceworker', (worker) =>
      worker.on('console', (message) => said.push(message.text())),
    );
    await page.goto(`${door().address}/`);
    await workerReady(page);
    await expect.poll(() => said.length).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByText('接続中')).toBeVisible();
    expect([...new Set(said)]).toEqual([`service worker ${PRODUCT_VERSION} active`]);
  });

  test('shows what a push tells, the room and no person, and brings the page that is open to it', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['notifications'], { origin: door().address });
    await page.goto(`${door().address}/`);
    await workerReady(page);
    await page.reload();
    await expect(page.getByText('接続中')).toBeVisible();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const browser = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [one] = registrations;
        if (one !== undefined) resolve(one.registrationId);
      });
    });
    await browser.send('ServiceWorker.enable');
    // What the small browser of the tests cannot show is written down, and pressed by hand; the
    // worker does the rest.
    await worker.evaluate(() => {
      const registration: unknown = Reflect.get(globalThis, 'registration');
      const shown: object[] = [];
      Reflect.set(globalThis, 'shown', shown);
      if (typeof registration !== 'object' || registration === null) return;
      Reflect.set(registration, 'showNotification', async (title: string, options: object) => {
        shown.push({ title, ...options });
      });
      Reflect.set(registration, 'getNotifications', async ({ tag }: { readonly tag: string }) => [
        {
          close: () => {
            shown.push({ closed: tag });
          },
        },
      ]);
    });
    const message = {
      title: '208号室 転倒',
      body: 'まだ誰も向かっていません。',
      tag: 'r/fall-1',
      path: '/account-info',
      at: 0,
    };
    const registrationId = await registered;
    const push = (more: object) =>
      browser.send('ServiceWorker.deliverPushMessage', {
        origin: door().address,
        registrationId,
        data: JSON.stringify({ ...message, ...more }),
      });
    const shown = (): Promise<unknown> =>
      worker.evaluate((): unknown => Reflect.get(globalThis, 'shown'));
    await push({});
    await expect.poll(shown).toMatchObject([
      {
        title: message.title,
        body: message.body,
        tag: message.tag,
        data: { path: message.path },
      },
    ]);
    // Somebody goes: it is replaced without a sound, and put away where a page in sight shows how
    // it stands.
    await push({ body: '対応中です。', quiet: true });
    await expect.poll(shown).toMatchObject([
      {},
      {
        body: '対応中です。',
        tag: message.tag,
        silent: true,
        renotify: false,
        requireInteraction: false,
      },
      { closed: message.tag },
    ]);
    await worker.evaluate((path) => {
      const event = new Event('notificationclick');
      globalThis.dispatchEvent(
        Object.assign(event, {
          notification: { close: () => undefined, data: { path } },
          waitUntil: () => undefined,
        }),
      );
    }, message.path);
    await expect(page).toHaveURL(/\/account-info$/);
  });

  test('brings the shell without a network, under a notice that stays until it is back', async ({
    page,
    context,
  }) => {
    await page.goto(`${door().address}/`);
    await workerReady(page);
    await page.reload();
    await expect(page.getByText('接続中')).toBeVisible();
    // What a page is made of, and nothing that only whoever looks for a fault opens.
    const paths = Object.values((await listKeeps(page)).caches).flat();
    expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(50);
    expect(paths.filter((path) => path.endsWith('.map'))).toEqual([]);
    await context.setOffline(true);
    await door().shut();
    await page.goto(`${door().address}/`);
    await sayOfflineAgain(context);
    const notice = page.locator('[data-position="bottom"] [data-type="negative"]');
    await expect(notice).toContainText(OFFLINE);
    await expect(notice.locator('svg[data-icon="wifiOff"]')).toBeVisible();
    await expect(notice.getByRole('button')).toHaveCount(0);
    // Past the 5,000 ms after which other notices go.
    await page.waitForTimeout(6000);
    await expect(notice).toBeVisible();
    const box = await notice.boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan((page.viewportSize()?.height ?? 0) * 0.75);
    await door().open();
    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
  });
});
