import { ROUTES } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { startOwnServer, type OwnServer } from './own-server.ts';
import { settled } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

const at: { server: OwnServer | null } = { server: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const fail = (words: string): never => {
  throw new Error(words);
};

test.beforeAll(async () => {
  at.server = await startOwnServer();
});
test.afterAll(async () => {
  await at.server?.remove();
});
test.beforeEach(async () => {
  for (const table of ['usage_views', 'usage_vitals'])
    await server().database.query({ text: `delete from ${table}` });
});

const counted = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await server().database.query<{ route_id: string; views: string }>({
        text: 'select route_id, views from usage_views',
      })
    ).map(({ route_id, views }) => [route_id, Number(views)]),
  );
/** The tab knows the choice, so that later screens are counted. */
const waitForChoice = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => sessionStorage.getItem('yamori.counted') === 'yes');
const measured = async (): Promise<string[]> =>
  (
    await server().database.query<{ vital: string }>({
      text: 'select distinct vital from usage_vitals order by vital',
    })
  ).map(({ vital }) => vital);

test('the opened screens are counted and timed, without any link to people', async ({ page }) => {
  await signIn(page, server().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${server().address}/index-list-table?q=${encodeURIComponent('佐藤様')}`);
  await settled(page);
  await waitForChoice(page);
  await page.getByRole('link', { name: 'ヘルプ' }).click();
  await expect(page.getByRole('heading', { name: 'ヘルプ', exact: true })).toBeVisible();
  await page.goto(`${server().address}/monitoring-room?room=demo-akane-305`);
  await expect(page.getByText('接続中')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(counted).toEqual({ 'index-list-table': 1, help: 1, 'monitoring-room': 1 });
  expect(await measured()).toEqual(expect.arrayContaining(['cls', 'lcp']));
  const text = JSON.stringify(
    await server().database.query({
      text: 'select * from usage_views full join usage_vitals using (day, route_id)',
    }),
  );
  for (const word of ['demo', 'akane', '305', '佐藤', 'owner', '127.0'])
    expect(text).not.toContain(word);
  const ids = new Set(ROUTES.map(({ id }) => id));
  expect(Object.keys(await counted()).every((id) => ids.has(id))).toBe(true);
});

test('a member can opt out, by the switch on the help page and by a browser setting', async ({
  page,
  browser,
}) => {
  await signIn(page, server().address, 'staff@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${server().address}/help`);
  const toggle = page.getByRole('switch', { name: '利用状況の記録に協力する' });
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await page.reload();
  await expect(toggle).not.toBeChecked();
  await page.goto('about:blank');
  const context = await browser.newContext({ extraHTTPHeaders: { 'sec-gpc': '1' } });
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  );
  const private_ = await context.newPage();
  const addresses: string[] = [];
  private_.on('request', (request) => {
    if (request.url().includes('/api/usage') && request.method() === 'POST')
      addresses.push(request.url());
  });
  await signIn(private_, server().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  await private_.goto(`${server().address}/help`);
  await settled(private_);
  await private_.goto('about:blank');
  await context.close();
  await page.waitForTimeout(1500);
  // The first visit of the member who then opted out may have been in progress.
  expect([addresses, Object.keys(await counted()).filter((id) => id !== 'help')]).toEqual([[], []]);
});

test('the maker reads the counts, and others cannot', async ({ page }) => {
  await signIn(page, server().address, 'developer@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${server().address}/help`);
  await waitForChoice(page);
  await page.goto('about:blank');
  await expect.poll(counted).toEqual({ help: 1 });
  const reply = await page.request.get(`${server().address}/api/usage?days=7`);
  expect(await reply.json()).toMatchObject({ views: [{ routeId: 'help', count: 1 }] });
  await signIn(page, server().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  expect((await page.request.get(`${server().address}/api/usage`)).status()).toBe(403);
});
