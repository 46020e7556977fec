import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts';
import { startOwnServer, type OwnServer } from './own-server.ts';
import { buildAgain, type SecondBuild } from './second-build.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

const LIVE = '接続中';
const ANYWAY = 'それでも更新する';

test.use({ serviceWorkers: 'allow' });

type Fixture = { readonly server: OwnServer; readonly second: SecondBuild };
const at: { fixture: Fixture | null; door: ReverseProxy | null } = { fixture: null, door: null };
const fixture = (): Fixture => at.fixture ?? fail('the server has not started');
const door = (): ReverseProxy => at.door ?? fail('the door is not open');
const fail = (words: string): never => {
  throw new Error(words);
};

test.beforeAll(async () => {
  const [server, second] = await Promise.all([startOwnServer(), buildAgain()]);
  at.fixture = { server, second };
});
test.afterAll(async () => {
  await Promise.all([at.fixture?.server.remove(), at.fixture?.second.remove()]);
});
test.beforeEach(async () => {
  at.door = await startReverseProxy(fixture().server.address);
});
test.afterEach(async () => {
  await at.door?.shut();
});

const notice = (page: Page) => page.locator('[data-position="top"] [data-type="info"]');
const warning = (page: Page) => page.locator('[data-position="top"] [data-type="warning"]');
const update = (page: Page) => notice(page).getByRole('button', { name: '更新', exact: true });

/** Open under the worker of the first build, as on a second visit. */
async function visit(page: Page, path: string): Promise<{ readonly loads: () => number }> {
  await page.goto(`${door().address}${path}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.waitForFunction(
    () => navigator.serviceWorker.controller !== null && document.getElementById('boot') === null,
  );
  const count = { loads: 0 };
  page.on('load', () => {
    count.loads += 1;
  });
  return { loads: () => count.loads };
}

async function bringSecondBuild(page: Page): Promise<void> {
  door().serve(fixture().second.folder);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

const signedIn = (page: Page) =>
  signIn(page, door().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
const scripts = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.scripts].map(({ src }) => new URL(src).pathname));
const shells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));

/**
 * Sends requests like a busy board. A worker that handled each of them once delayed the new build
 * for minutes.
 */
const sendRequestsContinuously = (page: Page): Promise<void> =>
  page.evaluate(() => {
    setInterval(() => void fetch('/api/ask').catch(() => undefined), 40);
  });

test('a new build waits behind a notice that stays, and is activated by exactly one reload', async ({
  page,
}) => {
  await signedIn(page);
  const { loads } = await visit(page, '/');
  await expect(page.getByText(LIVE)).toBeVisible();
  const [before, shellBefore] = [await scripts(page), await shells(page)];
  await sendRequestsContinuously(page);
  await bringSecondBuild(page);
  await expect(notice(page)).toContainText('新しいバージョンが利用可能です');
  await expect(notice(page).getByRole('button')).toHaveCount(1);
  // Longer than the 5,000 ms after which other notices disappear.
  await page.waitForTimeout(6000);
  await expect(notice(page)).toBeVisible();
  expect([loads(), await scripts(page)]).toEqual([0, before]);
  await update(page).click();
  await expect.poll(loads).toBe(1);
  await expect(page.getByText(LIVE)).toBeVisible();
  await page.waitForTimeout(2000);
  expect(loads()).toBe(1);
  await expect(notice(page)).toHaveCount(0);
  const after = await scripts(page);
  expect(after).not.toEqual(before);
  // The only tab has been updated, so nothing of the previous build remains.
  await expect.poll(() => shells(page)).toHaveLength(1);
  expect(await shells(page)).not.toEqual(shellBefore);
});

test('the new build is also available offline, and after the server was stopped and started', async ({
  page,
}) => {
  await signedIn(page);
  await visit(page, '/');
  await bringSecondBuild(page);
  await update(page).click();
  await page.waitForEvent('load');
  await expect(page.getByText(LIVE)).toBeVisible();
  const after = await scripts(page);
  await fixture().server.stop();
  await page.reload();
  await page.waitForFunction(() => document.getElementById('boot') === null);
  expect(await scripts(page)).toEqual(after);
  await fixture().server.start();
  await expect(page.getByText(LIVE)).toBeVisible();
});

test('a member with unsaved text is asked before it is lost', async ({ page }) => {
  const { loads } = await visit(page, '/login');
  await page.getByLabel('メールアドレス').pressSequentially('staff@');
  await bringSecondBuild(page);
  await update(page).click();
  await expect(warning(page)).toContainText('入力中の内容があります');
  await page.waitForTimeout(1500);
  expect(loads()).toBe(0);
  await expect(page.getByLabel('メールアドレス')).toHaveValue('staff@');
  await warning(page).getByRole('button', { name: ANYWAY }).click();
  await expect.poll(loads).toBe(1);
  await expect(notice(page)).toHaveCount(0);
});

test('the other tab updates too, but never over unsaved text, and its screens still open', async ({
  page,
  context,
}) => {
  const [one, other, third] = [page, await context.newPage(), await context.newPage()];
  await signedIn(one);
  const [{ loads }, { loads: loadsOfThird }] = [
    await visit(other, '/register-report-access-user'),
    await visit(third, '/'),
  ];
  await visit(one, '/');
  await typeIntoForm(other);
  await bringSecondBuild(one);
  await expect(notice(other)).toContainText('新しいバージョンが利用可能です');
  await update(one).click();
  await one.waitForEvent('load');
  await expect.poll(loadsOfThird).toBe(1);
  await expect(notice(other)).toContainText('新しいバージョンに切り替わりました');
  await other.waitForTimeout(1500);
  expect(loads()).toBe(0);
  // The old build's files come from its shell, which stays in use; the proxy serves only the new
  // build.
  await other.evaluate(async () => {
    await (
      Reflect.get(globalThis, '__TSR_ROUTER__') as { navigate: (to: object) => Promise<void> }
    ).navigate({ href: '/help' });
  });
  await expect(other.getByRole('heading', { level: 1 }).first()).toBeVisible();
  expect(loads()).toBe(0);
  await update(other).click();
  await expect.poll(loads).toBe(1);
});

const answer = (page: Page) =>
  page
    .getByRole('region', { name: '対応を待っています' })
    .getByRole('button', { name: '対応に向かう' })
    .first();

test('a member who would miss a call is warned first', async ({ page, context }) => {
  await signedIn(page);
  const { loads } = await visit(page, '/');
  await fixture().server.callFrom('DEMO-AKANE-305-BUTTON');
  await expect(answer(page)).toBeVisible();
  await bringSecondBuild(page);
  await update(page).click();
  await expect(warning(page)).toContainText('呼び出し中の部屋');
  await page.waitForTimeout(1000);
  expect(loads()).toBe(0);
  await answer(page).click();
  await expect(answer(page)).toHaveCount(0);
  await update(page).click();
  await expect.poll(loads).toBe(1);
  await closeAll(context);
});

/** A form on a page that is open to everyone. */
async function typeIntoForm(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.append(document.createElement('input'));
    document.getElementById('page')?.append(form);
    form.querySelector('input')?.focus();
  });
  await page.keyboard.type('half a sentence');
}

const closeAll = async (context: BrowserContext): Promise<void> => {
  for (const open of context.pages()) await open.close({ runBeforeUnload: false });
};
