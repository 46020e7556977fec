import { PRODUCT_VERSION } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { listKeeps } from './browser-keeps.ts';
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts';
import { sayOfflineAgain } from './network.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'インターネットに接続されていません';

/** Waits until the first worker has all files and would serve this page from its next load on. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

test.describe('the service worker', () => {
  const at: { door: ReverseProxy | null } = { door: null };
  const door = (): ReverseProxy => {
    if (at.door === null) throw new Error('the door is not open');
    return at.door;
  };
  test.beforeEach(async ({ baseURL, page }) => {
    at.door = await startReverseProxy(baseURL ?? '');
    await signIn(page, door().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  });
  test.afterEach(async () => {
    await door().shut();
  });

  test('the worker logs its version once, on activation', async ({ page, context }) => {
    const messages: string[] = [];
    context.on('console', (message) => {
      if (message.text().includes('service worker')) messages.push(message.text());
    });
    context.on('serviceworker', (worker) =>
      worker.on('console', (message) => messages.push(message.text())),
    );
    await page.goto(`${door().address}/`);
    await workerReady(page);
    await expect.poll(() => messages.length).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByText('接続中')).toBeVisible();
    expect([...new Set(messages)]).toEqual([`service worker ${PRODUCT_VERSION} active`]);
  });

  test('the worker shows a push notification with the room and no person, and focuses the page that is already open', async ({
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
    // The test browser cannot show notifications, so they are recorded and clicked by script; the
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
    // A carer responds: the notification is replaced silently, and removed once a visible page
    // shows the state.
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

  test('the worker serves the app shell offline, under a notice that stays until the network is back', async ({
    page,
    context,
  }) => {
    await page.goto(`${door().address}/`);
    await workerReady(page);
    await page.reload();
    await expect(page.getByText('接続中')).toBeVisible();
    // The files of pages, without those that only a developer opens.
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
    // Longer than the 5,000 ms after which other notices disappear.
    await page.waitForTimeout(6000);
    await expect(notice).toBeVisible();
    const box = await notice.boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan((page.viewportSize()?.height ?? 0) * 0.75);
    await door().open();
    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
  });
});
