import { expect, test } from '@playwright/test';
import { expectAccessible, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

const HEADING = { name: '部品の一覧', exact: true, level: 1 } as const;

test('the gallery of the demonstration shows every component, and the sign-in page does not load it', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(new URL(response.url()).pathname));
  await page.goto('/login');
  await page.getByRole('button', { name: 'サインインする' }).waitFor();
  await settled(page);
  expect(scripts.filter((path) => path.includes('gallery'))).toEqual([]);
  await page.goto('/gallery');
  await expect(page.getByRole('heading', HEADING)).toBeVisible();
  await expect(page).toHaveTitle(/^部品の一覧/);
  // Samples of loading never end, so nothing here waits for that.
  await expect(page.getByText('tokens.css')).toBeVisible();
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

test('a member of the demonstration opens the gallery, and no navigation leads to it', async ({
  page,
  baseURL,
}) => {
  await signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/');
  await expect(page.getByText('接続中')).toBeVisible();
  await expect(page.locator('a[href="/gallery"]')).toHaveCount(0);
  await page.goto('/gallery');
  await expect(page.getByRole('heading', HEADING)).toBeVisible();
});
