import { expect, test } from '@playwright/test';
import { comparePictures } from './replay/picture.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/** Longer than any timeout that a page would set for a file of a few kilobytes. */
const SLOW_MS = 5000;

// A pending request outlives the page and would fail in the next test.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('the traces appear without a reload after the decoder failed to download and then arrived late', async ({
  page,
  context,
  baseURL,
}) => {
  const network = { requests: 0, fails: true };
  await context.route(/\/decoder-[^/]*\.wasm$/, async (route) => {
    network.requests += 1;
    // The page itself requests it first and needs it to open. All later requests are the worker's.
    if (network.requests === 1) return route.continue();
    if (network.fails) return route.abort('connectionreset');
    const response = await route.fetch();
    await new Promise((resolve) => {
      setTimeout(resolve, SLOW_MS);
    });
    return route.fulfill({ response });
  });
  await signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto('/monitoring');
  const canvas = page.locator('canvas').first();
  await expect(canvas).toBeVisible();
  await expect.poll(() => network.requests).toBeGreaterThanOrEqual(3);
  network.fails = false;
  const reader = await context.newPage();
  await expect(async () => {
    const before = await canvas.screenshot();
    const { drawn } = await comparePictures(reader, before, await canvas.screenshot());
    expect(drawn).toBeGreaterThan(0.002);
  }).toPass();
});
