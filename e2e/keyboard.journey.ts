import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';
import { startWard, type Ward } from './ward.ts';

const KEYS = { name: 'キーボード' };

/**
 * A separate server, because the language chosen here would affect the member in other journeys.
 */
const at: { ward: Ward | null } = { ward: null };
test.beforeAll(async () => {
  at.ward = await startWard({ devices: false });
});
test.afterAll(async () => {
  await at.ward?.stop();
});

test.beforeEach(async ({ page }) => {
  const address = at.ward?.address ?? '';
  await signIn(page, address, 'privileged@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${address}/index-list-smallcard`);
  await expect(page.getByText('接続中')).toBeVisible();
});

/**
 * Sends all keys before the page has handled the first, because the second key of a sequence must
 * follow within 1.5 s even if the page is busy.
 */
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
};

test('single keys lead from screen to screen and open the key list, but not while a member types', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await press(page, 'g', 'm');
  await expect(page).toHaveURL(/\/monitoring$/);
  await press(page, 'g', 'h');
  await expect(page).toHaveURL(/\/help$/);
  await page.getByLabel('ヘルプの中を探す').pressSequentially('gb?');
  await expect(page).toHaveURL(/\/help$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('ヘルプの中を探す')).toHaveValue('gb?');
  await page.getByLabel('ヘルプの中を探す').fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await press(page, '?');
  const list = page.getByRole('dialog', KEYS);
  await expect(list.getByText('「ライブ監視」を開く')).toBeVisible();
  await expectAccessible(page);
  // The keys are also inactive in the list.
  await press(page, 'g', 'b');
  await expect(page).toHaveURL(/\/help$/);
  await press(page, 'Escape');
  await expect(list).toHaveCount(0);
  await press(page, 'g', 'b');
  await expect(page).toHaveURL(/\/$/);
  expect(faults).toEqual([]);
});

test('single keys can be turned off, which persists', async ({ page }) => {
  await press(page, '?');
  await page.getByRole('switch', { name: '文字だけのキーを使う' }).click();
  await press(page, 'Escape');
  await press(page, 'g', 'm');
  await press(page, '?');
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/index-list-smallcard/);
  await expect(page.getByRole('dialog', KEYS)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('接続中')).toBeVisible();
  await press(page, 'g', 'm');
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/index-list-smallcard/);
  await press(page, 'Control+K');
  await expect(page.getByPlaceholder('部屋・機器・画面を探す')).toBeVisible();
});

test('the search finds rooms, devices and screens, and changes theme and language without a reload', async ({
  page,
}) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const find = async (words: string): Promise<void> => {
    await press(page, 'Control+K');
    await page.getByPlaceholder(/部屋・機器・画面を探す|Find rooms/).fill(words);
    const results = page.getByRole('dialog').getByRole('option', { name: words });
    await expect(results.first()).toBeVisible();
  };
  await find('DEMO-AKANE-201-ECG');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/monitoring-device\?device=DEMO-AKANE-201-ECG/);
  await find('302号室');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/monitoring-room\?room=demo-akane-302/);
  await find('夜間の赤');
  await press(page, 'Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await find('English');
  await press(page, 'Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // While the search is closing, its dialog still receives the keys.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'g', 'b');
  await expect(page.getByRole('heading', { name: 'Rooms', exact: true, level: 1 })).toBeVisible();
  // Names and places are data; all texts of the product have changed.
  const ours = await page.locator('nav, h1, h2, main button').allTextContents();
  expect(ours.filter((text) => /[぀-ヿ一-鿿]/.test(text))).toEqual([]);
  await find('日本語');
  await press(page, 'Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(loads).toBe(0);
});

test('the motion of data is the only one with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(page.getByText('接続中')).toBeVisible();
  await press(page, '?');
  await expect(page.getByRole('dialog', KEYS)).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(1);
});
