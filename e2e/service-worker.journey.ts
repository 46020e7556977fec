import { PRODUCT_VERSION } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { listKeeps } from './browser-keeps.ts';
import { startFrontDoor, type FrontDoor } from './front-door.ts';
import { sayOfflineAgain } from './network.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'インターネットに接続されていません';

/** Waits until the first worker has all files and would answer for this page from its next load on. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
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
  test.afterEach(async () => { await door().shut(); });

  test('says its version once, when it first comes to life', async ({ page, context }) => {
    const said: string[] = [];
    context.on('console', (message) => { if (message.text().includes('service worker')) said.push(message.text()); });
    context.on('serviceworker', (worker) => worker.on('console', (message) => said.push(message.text())));
    await page.goto(`${door().address}/`);
    await workerReady(page);
    await expect.poll(() => said.length).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByText('接続中')).toBeVisible();
    expect([...new Set(said)]).toEqual([`service worker ${PRODUCT_VERSION} active`]);
  });

  test('brings the shell without a network, under a notice that stays until it is back', async ({ page, context }) => {
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
