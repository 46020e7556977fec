import { encodeFields, type Write } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { createTestUploader } from '../apps/server/src/testing/tus-upload.ts';
import { analysedNight } from '../apps/web/src/features/nights/testing/analysed-night.ts';
import { startOwnServer, type OwnServer } from './own-server.ts';
import { nativeNight } from './recorded-files.ts';
import { printFigure, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * Nights as readers use them: from a month down to one heartbeat, corrected and undone, replayed.
 */
const ROOM = 'demo-akane-201';
const OTHER_ROOM = 'demo-akane-202';
/** The date of the native night. */
const RECORDED = '2025-03-01';
const CORRECTED = '2025-03-02';
const DAY_MS = 86_400_000;
/** In its second minute. */
const MOMENT_MS = Date.parse('2025-03-01T13:01:30Z');

const at: { server: OwnServer | null } = { server: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const fail = (words: string): never => {
  throw new Error(words);
};
const open = (page: Page, path: string): Promise<unknown> =>
  page.goto(`${server().address}${path}`);
const inRoom = (path: string, search: Readonly<Record<string, string>>): string =>
  `/room/${ROOM}/${path}?${new URLSearchParams(search)}`;

const createNightWrite = (roomId: string, night: string): Write => ({
  kind: 'set',
  path: `room/${roomId}/sleep/${night}`,
  data: encodeFields(analysedNight(night), false),
});

test.beforeAll(async ({ playwright }) => {
  const started = await startOwnServer();
  at.server = started;
  const month = Array.from({ length: 34 }, (_, day) =>
    new Date(MOMENT_MS + (day - 17) * DAY_MS).toISOString().slice(0, 10),
  );
  await started.commit([
    ...month.map((night) => createNightWrite(ROOM, night)),
    createNightWrite(OTHER_ROOM, CORRECTED),
  ]);
  const request = await playwright.request.newContext();
  const reply = await request.post(`${started.address}/api/session/sign-in`, {
    data: { email: 'owner@demo.example', password: DEMONSTRATION_PASSWORD },
    headers: { origin: started.address },
  });
  expect(reply.ok()).toBe(true);
  const { cookies } = await request.storageState();
  await createTestUploader(
    started.address,
    cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  ).upload({ roomId: ROOM, fileName: 'night.ymr', bytes: nativeNight('night.ymr', 180, 1).buffer });
  await request.dispose();
});
test.afterAll(async () => {
  await at.server?.remove();
});
test.beforeEach(async ({ page }) =>
  signIn(page, server().address, 'owner@demo.example', DEMONSTRATION_PASSWORD),
);

test('the viewer zooms from thirty days to one second and back by keys, and by the wheel at the pointer', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await open(
    page,
    inRoom('sleep', {
      night: RECORDED,
      from: new Date(MOMENT_MS - 15 * DAY_MS).toISOString(),
      to: new Date(MOMENT_MS + 15 * DAY_MS).toISOString(),
    }),
  );
  const chart = page.locator('[data-night-chart]');
  const drawn = async (): Promise<{ fromMs: number; toMs: number; sharp: boolean }> => {
    const [from, to, sharp] = await Promise.all(
      ['from', 'to']
        .map((end) => chart.getAttribute(`data-drawn-${end}`))
        .concat([chart.getAttribute('data-sharp')]),
    );
    return { fromMs: Number(from), toMs: Number(to), sharp: sharp === 'true' };
  };
  const spanMs = async (): Promise<number> => drawn().then(({ fromMs, toMs }) => toMs - fromMs);
  await expect.poll(spanMs).toBeGreaterThan(29 * DAY_MS);
  await chart.focus();
  let presses = 0;
  for (let last = await spanMs(); last > 1000; presses += 1) {
    await page.keyboard.press('+');
    // Each step is drawn; none is skipped.
    await expect.poll(spanMs).toBeLessThan(last);
    last = await spanMs();
  }
  await expect.poll(drawn).toMatchObject({ sharp: true });
  const { fromMs, toMs } = await drawn();
  expect(toMs - fromMs).toBeLessThanOrEqual(1000);
  expect(Math.abs((fromMs + toMs) / 2 - MOMENT_MS)).toBeLessThan(500);
  await expect(page.locator('[data-range]')).toContainText(/0\.\d+秒/);
  printFigure(`viewer: 30 days to 1 s in ${presses} steps of one key`);

  const box = (await chart.boundingBox()) ?? fail('the chart is not shown');
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2);
  await page.mouse.wheel(0, 640);
  await expect.poll(spanMs).toBeCloseTo(4 * (toMs - fromMs), 0);
  // The pointed-at moment stays in place, so the longer side gains more.
  expect(fromMs - (await drawn()).fromMs).toBeGreaterThan((await drawn()).toMs - toMs);
  await chart.focus();
  await page.keyboard.press('0');
  await expect.poll(spanMs).toBeGreaterThan(3_600_000);
  expect(faults).toEqual([]);
});

test('a corrected epoch changes the figures, survives a reload, and can be undone', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await open(page, inRoom('result', { night: CORRECTED }));
  const asleep = page.getByRole('button', { name: /^睡眠時間/ });
  // Half an hour of seven hours and 32 minutes in bed and asleep.
  await expect(asleep).toContainText('7時間32分');
  const form = page.getByRole('region', { name: '睡眠段階' });
  await form.getByLabel('始まり').fill('23:00');
  await form.getByLabel('終わり').fill('23:30');
  await form.getByLabel('実際は').selectOption({ label: '覚醒' });
  await form.getByRole('button', { name: '直す', exact: true }).click();
  await expect(form).toContainText('23:00 – 23:30 を「覚醒」に');
  await expect(asleep).toContainText('7時間2分');
  await page.reload();
  await expect(asleep).toContainText('7時間2分');
  await form.getByRole('button', { name: /^取り消す/ }).click();
  await expect(form).toContainText('取り消し済み');
  await expect(asleep).toContainText('7時間32分');
  expect(faults).toEqual([]);
});

test('a night of the floor is replayed, jumps to a moment, and passes the moment on', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await open(page, `/monitoring?replay=${CORRECTED}`);
  const tiles = page.getByRole('list', { name: 'この夜の部屋' }).getByRole('listitem');
  const recorded = tiles.filter({ hasText: '201号室' });
  await expect(tiles.filter({ hasNotText: '記録なし' })).toHaveCount(2);
  const moment = page.getByRole('slider', { name: '時刻' });
  const now = async (): Promise<number> => Number(await moment.inputValue());
  const first = await now();
  await page.getByRole('button', { name: '再生する' }).click();
  await expect.poll(now).toBeGreaterThan(first + 10 * 60_000);
  await page.getByRole('button', { name: '止める' }).click();
  await moment.press('Home');
  await expect(recorded).toContainText('覚醒');
  await moment.press('Shift+ArrowRight');
  await moment.press('Shift+ArrowRight');
  await expect(recorded).toContainText('睡眠');
  await expect
    .poll(() => new URL(page.url()).searchParams.get('at'))
    .toBe(new Date(first + 20 * 60_000).toISOString());
  const stood = await now();
  await page.reload();
  await settled(page);
  await expect.poll(now).toBe(stood);
  await recorded.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/room/${ROOM}/sleep\\?night=${CORRECTED}`));
  expect(faults).toEqual([]);
});
