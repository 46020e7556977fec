import { expect, test, type Page } from '@playwright/test';
import { sayOfflineAgain } from './network.ts';
import { door, openBoard, openOfflineWard } from './offline-ward.ts';
import { watchPage } from './screen-checks.ts';

/** The logo and the organisation in the frame of an offline page: T21. */
openOfflineWard();

const HOME = '特別養護老人ホーム あかね苑';

/** Pictures with a size on the page, and whether each is painted. */
const paintedPictures = (page: Page): Promise<readonly [string, boolean][]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getClientRects().length > 0)
      .map((image): [string, boolean] => [
        new URL(image.src).pathname,
        image.complete && image.naturalWidth > 0,
      ]),
  );

test('a page that opens without a network paints its logo and names its organisation', async ({
  page,
  context,
}) => {
  const { faults } = watchPage(page);
  await openBoard(page);
  await context.setOffline(true);
  await door().shut();
  await page.reload();
  await sayOfflineAgain(context);
  await expect(page.getByRole('banner').getByText(HOME)).toBeVisible();
  await expect.poll(() => paintedPictures(page)).toEqual([['/icon.svg', true]]);
  expect(faults).toEqual([]);
});

test('the organisations that failed to load are loaded again by keyboard, and the focus stays', async ({
  page,
}) => {
  const requests = { count: 0 };
  await page.route('**/api/documents/list', async (route) => {
    requests.count += 1;
    await route.fulfill({ status: 503, json: { code: 'server-busy' } });
  });
  await page.goto(`${door().address}/index-list-smallcard`);
  const retry = page.getByRole('button', { name: '組織を読み込めません。もう一度試す' });
  await expect(retry).toBeVisible();
  await retry.focus();
  const before = requests.count;
  await page.keyboard.press('Enter');
  await expect.poll(() => requests.count).toBeGreaterThan(before);
  await expect(retry).toBeFocused();
  await page.unroute('**/api/documents/list');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText(HOME)).toBeVisible();
  await expect(retry).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText(HOME);
});
