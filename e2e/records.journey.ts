import { readFile } from 'node:fs/promises';
import { encodeFields, REPORT_WORDS_JA, type Write } from '@yamori/domain';
import { readEdf, readTextRows } from '@yamori/formats';
import { expect, test, type Download, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { readSheets } from '../apps/server/src/modules/reports/testing/workbook-reader.ts';
import { createTestUploader } from '../apps/server/src/testing/tus-upload.ts';
import { analysedNight } from '../apps/web/src/features/nights/testing/analysed-night.ts';
import { startOwnServer, type OwnServer } from './own-server.ts';
import { nativeNight } from './recorded-files.ts';
import { expectAccessible, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * Exports and access records: a report in every format, a view of the maker's, and the history for
 * auditors.
 */
const ROOM = 'demo-akane-201';
const DAY_MS = 86_400_000;
const FIRST = '2025-03-01';
const NIGHTS = Array.from({ length: 7 }, (_, day) =>
  new Date(Date.parse(FIRST) + day * DAY_MS).toISOString().slice(0, 10),
);
const LAST = NIGHTS.at(-1) ?? FIRST;

const at: { server: OwnServer | null } = { server: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const fail = (words: string): never => {
  throw new Error(words);
};
const open = (page: Page, path: string): Promise<unknown> =>
  page.goto(`${server().address}${path}`);
const enterWard = (page: Page, account: string): Promise<void> =>
  signIn(page, server().address, `${account}@demo.example`, DEMONSTRATION_PASSWORD);

test.beforeAll(async ({ playwright }) => {
  const started = await startOwnServer();
  at.server = started;
  await started.commit(
    NIGHTS.map((night, index): Write => ({
      kind: 'set',
      path: `room/${ROOM}/sleep/${night}`,
      data: encodeFields(analysedNight(night, { latency: 12 + 4 * index }), false),
    })),
  );
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
  ).upload({ roomId: ROOM, fileName: 'night.ymr', bytes: nativeNight('night.ymr', 60, 7).buffer });
  await request.dispose();
});
test.afterAll(async () => {
  await at.server?.remove();
});

const table = (page: Page) => page.getByRole('table', { name: REPORT_WORDS_JA.table.rooms });

/**
 * A table row by its column heads. The change against earlier nights is below each figure and is
 * skipped.
 */
async function readFigures(page: Page, room: string): Promise<ReadonlyMap<string, string>> {
  const heads = await table(page).locator('thead th').allInnerTexts();
  const cells = await table(page)
    .locator('tbody tr', { has: page.getByRole('rowheader', { name: room }) })
    .locator('th, td')
    .evaluateAll((found) =>
      found.map((cell) =>
        [...cell.childNodes]
          .filter((node) => !(node instanceof HTMLElement && node.localName === 'small'))
          .map((node) => node.textContent ?? '')
          .join('')
          .trim(),
      ),
    );
  return new Map(heads.map((head, index) => [head.replaceAll(/\s+/g, ''), cells[index] ?? '']));
}

async function saved(page: Page, button: string): Promise<Download> {
  const waiting = page.waitForEvent('download');
  await page
    .getByRole('toolbar', { name: 'ファイルの保存' })
    .getByRole('button', { name: button })
    .click();
  return waiting;
}
const readBytes = async (download: Download): Promise<Buffer> => readFile(await download.path());

test('a report is filtered, saved, exported as CSV, Excel, PDF and EDF+, and shown once by a link, with the same figures everywhere', async ({
  page,
  browser,
}) => {
  const { faults } = watchPage(page);
  await enterWard(page, 'owner');
  await open(page, `/report?from=${FIRST}&to=${LAST}`);
  await page.getByRole('button', { name: '部屋：すべての部屋' }).click();
  await page.getByRole('checkbox', { name: '201号室' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`room=${ROOM}`));
  await expect(table(page).locator('tbody tr')).toHaveCount(2);
  await settled(page);
  await expectAccessible(page);
  const figures = await readFigures(page, '201号室');
  expect([...figures.values()].filter((value) => /\d/.test(value)).length).toBeGreaterThan(6);

  const csv = await saved(page, 'CSV（この表）');
  const [heads = [], ...rows] = readTextRows(await readBytes(csv)).rows;
  const inCsv = rows.find(([first]) => first === '201号室') ?? fail('no such row');
  const sheets = readSheets(await readBytes(await saved(page, 'Excel')));
  const [, ...sheet] = sheets.get(REPORT_WORDS_JA.table.rooms) ?? fail('no such sheet');
  const inSheet = sheet.find(([first]) => first === '201号室') ?? fail('no such row');
  // A workbook has numbers instead of digits.
  expect(heads.map((_, index) => String(inSheet[index] ?? ''))).toEqual(inCsv);
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await readBytes(await saved(page, 'PDF')))),
    { mergePages: true },
  );
  const printed = text.replaceAll(/\s+/g, '');
  for (const value of figures.values()) expect(printed).toContain(value.replaceAll(/\s+/g, ''));

  await page
    .getByRole('toolbar', { name: 'ファイルの保存' })
    .getByRole('button', { name: 'EDF+（記録）' })
    .click();
  const edf = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: 'EDF+で記録を保存' })
    .getByRole('button', { name: '1部屋を保存' })
    .click();
  const { streams } = readEdf(new Uint8Array(await readBytes(await edf)));
  expect(streams.map(({ sampleRateHz }) => sampleRateHz)).toContain(250);
  await page
    .getByRole('dialog', { name: 'EDF+で記録を保存' })
    .getByText('閉じる', { exact: true })
    .click();

  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page
    .getByRole('dialog', { name: '絞り込みを保存' })
    .getByRole('textbox', { name: '名前' })
    .fill('3月の週報');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: '3月の週報' })).toBeVisible();
  await page.getByRole('button', { name: '保存したレポート' }).click();
  await page.getByRole('button', { name: '3月の週報の閲覧リンク' }).click();
  await page.getByRole('textbox', { name: '宛先' }).fill('ご家族');
  await page.getByRole('button', { name: 'リンクを作る' }).click();
  const link = await page.getByRole('dialog').locator('code').innerText();

  const context = await browser.newContext({ locale: 'ja-JP' });
  const reader = await context.newPage();
  await reader.goto(link);
  await reader.getByRole('button', { name: 'レポートを開く' }).click();
  await expect(reader.getByRole('heading', { name: '3月の週報' })).toBeVisible();
  await settled(reader);
  const shown = await readFigures(reader, '201号室');
  for (const [head, value] of shown) expect([head, value]).toEqual([head, figures.get(head)]);
  expect(shown.size).toBeGreaterThan(6);
  await context.close();
  expect(faults).toEqual([]);
});

test("a view that the maker creates appears on a home's board immediately", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1366, height: 768 },
  });
  const ward = await context.newPage();
  await enterWard(ward, 'staff');
  await open(ward, '/index-list-table');
  const columns = (): Promise<string[]> => ward.getByRole('columnheader').allInnerTexts();
  await expect.poll(async () => (await columns()).length).toBeGreaterThan(5);
  const before = await columns();

  await enterWard(page, 'senior-developer');
  await open(page, '/master/view-lists');
  await page.getByRole('button', { name: '表示を作る' }).click();
  const form = page.getByRole('form', { name: '新しい表示' });
  await form.getByRole('textbox', { name: '名前' }).fill('名前と状態だけ');
  for (const item of ['部屋', '状態'])
    await form
      .getByRole('group', { name: '部屋の一覧の列' })
      .getByRole('checkbox', { name: item, exact: true })
      .check();
  await settled(page);
  await expectAccessible(page);
  await form.getByRole('button', { name: '作る' }).click();
  await expect(page.getByText('表示「名前と状態だけ」を作りました。')).toBeVisible();

  const owner = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const home = await owner.newPage();
  await enterWard(home, 'owner');
  await open(home, '/domain-config');
  const shown = home.getByRole('form', { name: '表示', exact: true });
  await shown.getByRole('combobox').selectOption({ label: '名前と状態だけ' });
  await shown.getByRole('button', { name: '保存する' }).click();
  await expect(home.getByText(/保存しました/)).toBeVisible();
  await expect.poll(async () => (await columns()).length).toBeLessThan(before.length);
  expect(await columns()).toHaveLength(2);
  await owner.close();
  await context.close();
});

test('an auditor finds who read which nights, and a record that was changed', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const carer = await context.newPage();
  await enterWard(carer, 'administrator');
  await open(carer, `/room/${ROOM}/result?night=${FIRST}`);
  await expect(carer.getByRole('button', { name: /睡眠時間/ })).toBeVisible();
  await context.close();

  await enterWard(page, 'senior-developer');
  await open(page, '/master/history-lists');
  await page.getByRole('combobox', { name: '操作' }).selectOption('閲覧：すべて');
  await page.getByRole('combobox', { name: '何を' }).selectOption('部屋');
  await settled(page);
  await expect(
    page
      .getByRole('row', { name: /夜の記録を閲覧/ })
      .filter({ hasText: '前田 直樹' })
      .filter({ hasText: '201号室' })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '点検する' }).click();
  await expect(page.getByText(/書き換えや抜けはありません/)).toBeVisible();
  const [changed] = await server().database.query<{ path: string }>({
    text: `update documents set data = data || '{"actorId":"somebody-else"}' where path = (select path from documents where collection = 'updateHistory' and data->>'action' = 'nightsRead' order by path limit 1) returning path`,
  });
  expect(changed?.path).toMatch(/^updateHistory\//);
  await page.getByRole('button', { name: '点検する' }).click();
  await expect(page.getByText(/か所に問題があります/)).toBeVisible();
  await expect(page.getByText('書き換えられた記録')).toBeVisible();
});
