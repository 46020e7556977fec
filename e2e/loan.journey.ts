import { expect, test } from '@playwright/test';
import { expectAccessible, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

test('a device is lent and shown at its borrower, and an overdue loan is extended and returned', async ({
  page,
  browser,
  baseURL,
}) => {
  const { faults } = watchPage(page);
  await signIn(page, baseURL ?? '', 'developer@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/device-borrow');
  const late = page.getByRole('button', { name: /返却遅れ.*DEMO-SPARE-1/ });
  await expect(late).toBeVisible();
  await settled(page);
  await expectAccessible(page);
  await late.click();
  const panel = page.getByRole('dialog', { name: '貸し出しの内容' });
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  await panel.getByRole('textbox', { name: '返却予定日' }).fill(inAMonth);
  await panel.getByRole('button', { name: '保存' }).click();
  await expect(panel.getByText('貸し出し中')).toBeVisible();

  await page.goto('/device-borrow?lend=1');
  const lend = page.getByRole('dialog', { name: '機器を貸し出す' });
  await lend.getByRole('combobox', { name: '機器' }).fill('SPARE-4');
  await expect(page.getByRole('option', { name: 'DEMO-SPARE-4' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(lend.getByText('持ち主：やもり開発室')).toBeVisible();
  await lend.getByRole('combobox', { name: '借りる組織' }).fill('あかね苑');
  await page.keyboard.press('Enter');
  await lend.getByRole('button', { name: '貸し出す' }).click();
  await expect(page.getByText('DEMO-SPARE-4 の貸し出しを登録しました。')).toBeVisible();

  const ward = await (await browser.newContext()).newPage();
  await signIn(ward, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await ward.goto('/device-config/device-list-table?q=SPARE-4');
  await expect(ward.getByRole('rowheader', { name: 'DEMO-SPARE-4' })).toBeVisible();

  await page.goto('/device-borrow?as=table&q=SPARE-4');
  await page.getByRole('button', { name: 'DEMO-SPARE-4' }).click();
  await panel.getByRole('button', { name: '返却を記録' }).click();
  await expect(panel.getByText('返却済み')).toBeVisible();
  await expect(ward.getByRole('rowheader', { name: 'DEMO-SPARE-4' })).toHaveCount(0);
  await ward.context().close();
  expect(faults).toEqual([]);
});
