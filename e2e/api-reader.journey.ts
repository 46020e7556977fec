import { expect, test } from '@playwright/test';
import { watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn, windowOpenedBy } from './sign-in.ts';

test('a member reads the API reference, which loads nothing from other hosts', async ({
  page,
  baseURL: address,
}) => {
  const baseURL = address ?? '';
  const addresses: string[] = [];
  page.context().on('request', (request) => addresses.push(request.url()));
  await signIn(page, baseURL, 'staff@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/help');
  const reader = await windowOpenedBy(page, () =>
    page.getByRole('link', { name: 'APIの説明を開く' }).click(),
  );
  await expect(reader.getByRole('heading', { name: /^Yamori/ })).toBeVisible();

  const { faults } = watchPage(reader);
  await reader.reload();
  await expect(reader.locator('html')).toHaveClass('dark-mode');
  await reader.getByRole('link', { name: 'accident', exact: true }).click();
  const call = reader.locator('.opblock', { hasText: '{accidentId}/resolve' });
  await call
    .getByRole('button', { name: /resolve/ })
    .first()
    .click();
  await expect(call.getByText('document-conflict').first()).toBeVisible();
  await expect(call.getByText('Walked to the bathroom and back with help.')).toBeVisible();
  await expect(reader.getByRole('button', { name: /Try it out|Authorize/ })).toHaveCount(0);

  await reader.evaluate(() =>
    localStorage.setItem('yamori.preferences', JSON.stringify({ theme: 'light' })),
  );
  await reader.reload();
  await expect(reader.getByRole('heading', { name: /^Yamori/ })).toBeVisible();
  await expect(reader.locator('html')).not.toHaveClass('dark-mode');
  expect(faults).toEqual([]);
  expect(addresses.filter((address) => !address.startsWith(`${baseURL}/`))).toEqual([]);
});
