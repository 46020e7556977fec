import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { hasRecordings, recordingPath } from '../tools/run/recordings.mjs';
import { cp932Minutes, nativeNight, type ChosenFile } from './recorded-files.ts';
import { printFigure, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * Files are imported through the screens: checked in the browser, sent over a connection that
 * breaks, stored, shown in the history, undone.
 */
const CPAP = recordingPath('cpap-night-resmed/airsense10-asv-part/20250212_053846_BRP.edf');
const ROOM = '301号室';
const FILES = 'input[data-import-files]';
/** Stored on the timeline; the analysis of its nights may still be running. */
const STORED = '[data-state="analysing"], [data-state="done"]';
/** The analysis of a night queues behind those that are due. */
const ANALYSED_MS = 120_000;

test.beforeEach(async ({ page, baseURL }) =>
  signIn(page, baseURL ?? '', 'owner@demo.example', DEMONSTRATION_PASSWORD),
);

const card = (page: Page, { name }: ChosenFile): Locator =>
  page.locator(`[data-import-file="${name}"]`);

async function chooseRoom(of: Locator, name: string): Promise<void> {
  const field = of.getByRole('combobox', { name: '部屋' });
  await field.fill(name);
  // The rooms may still be loading; until then Enter has nothing to choose.
  await expect(of.page().getByRole('option', { name }).first()).toBeVisible();
  await field.press('Enter');
}

test('a native night and a Japanese table are imported together, appear in the history, and are undone', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  const run = Date.now() % 1_000_000;
  const [night, minutes] = [nativeNight('night.ymr', 300, run), cp932Minutes('minutes.csv', run)];
  await page.goto('/data-import');
  await page.locator(FILES).first().setInputFiles([night, minutes]);
  // The device that the file names determines the proposed room.
  await expect(card(page, night).getByRole('combobox', { name: '部屋' })).toHaveValue(/201号室/);
  await expect(card(page, night)).toContainText('2025/03/01(土)の夜');
  await expect(card(page, minutes)).toContainText('心拍');
  await expect(card(page, minutes)).toContainText('2025/03/01 22:00');
  await chooseRoom(card(page, minutes), ROOM);
  await page.getByRole('button', { name: 'すべて取り込む（2件）' }).click();
  for (const file of [night, minutes])
    await expect(card(page, file).locator(STORED)).toBeVisible({ timeout: ANALYSED_MS });
  await expect(card(page, night)).toContainText('追加 300');

  await card(page, night).getByRole('link', { name: '201号室' }).click();
  await expect(page).toHaveURL(/\/room\/demo-akane-201\/history/);
  const row = page.locator('[data-import]').filter({ hasText: 'night.ymr' }).first();
  await expect(row).toContainText('（自分）');
  const download = page.waitForEvent('download');
  await row.getByRole('link', { name: /^元のファイル/ }).click();
  expect(readFileSync(await (await download).path()).equals(night.buffer)).toBe(true);
  await row.getByRole('button', { name: /^取り込みを取り消す/ }).click({ timeout: ANALYSED_MS });
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: '取り消す', exact: true })
    .click();
  await expect(row.locator('[data-state="undone"]')).toBeVisible();

  // The same bytes are recognised.
  await page.goto('/room/demo-akane-201/import');
  await page.locator(FILES).first().setInputFiles([night]);
  await card(page, night).getByRole('button', { name: '取り込む', exact: true }).click();
  await expect(card(page, night)).toContainText('もう一度は保存しません');
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

test(`a CPAP night whose upload was cut resumes after a reload${hasRecordings ? '' : ' (with a native night: the recordings are absent)'}`, async ({
  page,
}) => {
  const run = Date.now() % 1_000_000;
  const small: ChosenFile = hasRecordings
    ? { name: 'cpap.edf', mimeType: 'application/octet-stream', buffer: readFileSync(CPAP) }
    : nativeNight('cpap.ymr', 60, run);
  const large = nativeNight('long.ymr', 9000, run);
  const sent: { offset: number; bytes: number }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH')
      sent.push({
        offset: Number(request.headers()['upload-offset']),
        bytes: request.postDataBuffer()?.length ?? 0,
      });
  });
  await page.goto('/data-import');
  await page.locator(FILES).first().setInputFiles([large, small]);
  if (hasRecordings) await expect(card(page, small)).toContainText('Flow.40ms');
  await chooseRoom(card(page, small), ROOM);
  await card(page, small).getByRole('button', { name: '取り込む', exact: true }).click();
  await expect(card(page, small).locator(STORED)).toBeVisible({ timeout: ANALYSED_MS });
  if (hasRecordings) await expect(card(page, small)).toContainText('追加 7,802');

  // After the first request nothing passes.
  sent.length = 0;
  let parts = 0;
  await page.route('**/api/uploads**', (route) => {
    if (route.request().method() === 'PATCH') parts += 1;
    return parts > 1 ? route.abort() : route.continue();
  });
  await card(page, large).getByRole('button', { name: '取り込む', exact: true }).click();
  await expect(card(page, large)).toContainText('通信が戻ると、続きから自動で送ります。');
  const before = sent[0]?.bytes ?? 0;
  await page.reload();
  await expect(card(page, large)).toContainText('同じファイルを選ぶと、続きから送ります。');
  // Not earlier, because the upload resumes automatically.
  await page.unroute('**/api/uploads**');
  sent.length = 0;
  await card(page, large).locator(FILES).setInputFiles([large]);
  await expect(card(page, large).locator(STORED)).toBeVisible({ timeout: ANALYSED_MS });
  expect(before).toBeGreaterThan(0);
  expect(sent[0]?.offset).toBe(before);
  expect(before + sent.reduce((sum, part) => sum + part.bytes, 0)).toBe(large.buffer.length);
  printFigure(
    `import: ${large.buffer.length} bytes, cut after ${before}, resumed there after a reload; nothing was sent twice`,
  );
});

test('a table of rooms is checked, imported except for invalid rows, found after a reload, and undone', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  const names = [1, 2, 3].map((index) => `CSV${Date.now() % 1_000_000}-${index}`);
  const table = `\uFEFF部屋名,棟,定員\r\n${names.map((name, index) => `${name},東館,${index}`).join('\r\n')}\r\n`;
  await page.goto('/csv-import');
  await page
    .getByLabel('CSV ファイル')
    .setInputFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await page.getByRole('button', { name: '次へ' }).click();
  await page.getByRole('button', { name: 'すべての行を確認する' }).click();
  await expect(page.getByText('定員: 1以上の数値を入力してください。')).toBeVisible();
  await page.getByRole('button', { name: '2行を取り込む' }).click();
  await expect(page.getByRole('button', { name: '取り込めなかった行を保存' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: '2件を取り消す' }).click();
  await page.getByRole('button', { name: '取り消す', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'rooms.csv — 取り消しました' })).toBeVisible();
  expect(faults).toEqual([]);
});
