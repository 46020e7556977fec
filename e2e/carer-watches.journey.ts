import { expect, test } from '@playwright/test';
import { expectAccessible, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

test('a carer signs in and watches the ward', async ({ page }) => {
  const { faults } = watchPage(page);
  await page.goto('/index-list-card?sort=name');
  await expect(page).toHaveURL(/\/login\?next=/);
  await expectAccessible(page);
  await page.getByLabel('メールアドレス').fill('staff@demo.example');
  await page.getByLabel('パスワード', { exact: true }).fill('wrong-password-here');
  await page.getByRole('button', { name: 'サインインする' }).click();
  await expect(page.getByText('メールアドレスまたはパスワードが違います')).toBeVisible();
  await page.getByRole('button', { name: /一般ユーザー/ }).click();
  await page.getByRole('button', { name: 'サインインする' }).click();
  await expect(page).toHaveURL(/\/index-list-card\?sort=name$/);
  await expect(page.getByText('接続中')).toBeVisible();
  await expect(page.locator('h1 + span', { hasText: '14室' })).toBeVisible();
  await expect(
    page
      .locator('[data-room]', { hasText: '201号室' })
      .getByRole('img', { name: /呼吸 \d+\/分、.*に測定/ }),
  ).toBeAttached();
  await settled(page);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

test('the URL contains the filters, which survive a reload', async ({ page, baseURL }) => {
  await signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/index-list-table');
  await page.getByRole('combobox', { name: '階' }).selectOption('3階');
  await expect(page).toHaveURL(/floor=3/);
  await expect(page.getByRole('rowheader', { name: '301号室' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '201号室' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('rowheader', { name: '301号室' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '201号室' })).toHaveCount(0);
  await page.getByRole('button', { name: '条件を消す' }).click();
  await expect(page.getByRole('rowheader', { name: '201号室' })).toBeVisible();
});

test('the keyboard opens the search and a screen', async ({ page, baseURL }) => {
  await signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/');
  await expect(page.getByText('接続中')).toBeVisible();
  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('部屋・機器・画面を探す').fill('ヘルプ');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    'ヘルプ',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/help$/);
});

test('an offline page shows a notice until the network is back', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/');
  await expect(page.getByText('接続中')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('インターネットに接続されていません')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('インターネットに接続されていません')).toHaveCount(0);
});
