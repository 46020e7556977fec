import { readFile } from 'node:fs/promises';
import { monthAt, monthsLater } from '@yamori/domain';
import { expect, test } from '@playwright/test';
import { pino } from 'pino';
import { extractText, getDocumentProxy } from 'unpdf';
import { fillDeviceMonths } from '../apps/server/src/demo/months.ts';
import { createTimeline } from '../apps/server/src/core/timeline/timeline.ts';
import { startOwnServer, type OwnServer } from './own-server.ts';
import { expectAccessible, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

const ZONE = 'Asia/Tokyo';
const at: { server: OwnServer | null } = { server: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const fail = (words: string): never => {
  throw new Error(words);
};

test.beforeAll(async () => {
  at.server = await startOwnServer();
  const timeline = createTimeline({
    database: server().database,
    clock: { nowMs: Date.now },
    log: pino({ level: 'silent' }),
  });
  await fillDeviceMonths({
    now: () => new Date(),
    timeZone: ZONE,
    stage: (frames) => timeline.stage(frames),
    place: timeline.assignments.change,
    signal: new AbortController().signal,
  });
});
test.afterAll(async () => {
  await at.server?.remove();
});

/** Device-days of a home by local time in Japan, counted independently of the product. */
async function readDays(home: string, month: string): Promise<ReadonlyMap<string, number>> {
  const rows = await server().database.query<{ type: string; days: number }>({
    text: `select device.data->>'typeId' as type, count(distinct (sent.serial, (to_timestamp(sent.from_us / 1e6) at time zone 'Asia/Tokyo')::date))::int as days
      from (select serial, from_us from staged_frames union all select serial, from_us from timeline_chunks) sent
        join documents device on device.path = 'device/' || sent.serial join documents room on room.path = 'room/' || (device.data->>'roomId')
      where room.data->>'domainId' = $1 and to_char(to_timestamp(sent.from_us / 1e6) at time zone 'Asia/Tokyo', 'YYYY-MM') = $2 group by 1`,
    values: [home, month],
  });
  return new Map(rows.map(({ type, days }) => [type, days]));
}

const yen = (amount: number): string => `¥${amount.toLocaleString('ja-JP')}`;

test('a month is billed: terms, drafts with their proof, an issued bill whose PDF adds up, and its payment', async ({
  page,
  browser,
}) => {
  const { faults } = watchPage(page);
  const month = monthsLater(monthAt(Date.now(), ZONE), -1);
  await signIn(page, server().address, 'agency-admin@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${server().address}/agency`);
  await expect(page).toHaveURL(/\/agency\/devices$/);
  await page.getByRole('searchbox').fill('どこにもない');
  await expect(page.getByText('条件に合うものがありません')).toBeVisible();
  await page.getByRole('searchbox').fill('あかね苑 201');
  await expect(page.getByRole('rowheader')).toHaveCount(2);

  await page
    .getByRole('navigation', { name: '代理店' })
    .getByRole('link', { name: '請求書' })
    .click();
  await page.getByRole('button', { name: '請求書を作成' }).first().click();
  const terms = page.getByRole('dialog', { name: '請求の設定' });
  await expect(terms.getByText('先に登録してください')).toBeVisible();
  await terms.getByRole('textbox', { name: '発行者名' }).fill('みまもり販売株式会社');
  await terms.getByRole('textbox', { name: '登録番号' }).fill('T1234567890123');
  await terms.getByRole('spinbutton', { name: '標準の単価' }).fill('123');
  await terms.getByRole('button', { name: '保存' }).click();
  await expect(terms.getByText('登録番号が正しくありません。')).toBeVisible();
  await terms.getByRole('textbox', { name: '登録番号' }).fill('T9234567890123');
  await terms.getByRole('button', { name: '種別ごとの単価を追加' }).click();
  await terms
    .getByRole('combobox', { name: '機器の種別' })
    .selectOption({ label: 'ベッド複合センサー' });
  await terms.getByRole('spinbutton', { name: '単価', exact: true }).fill('177');
  await expectAccessible(page, 'dialog[open], [role=dialog]');
  await terms.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('請求の設定を保存しました。')).toBeVisible();

  await page.getByRole('button', { name: '請求書を作成' }).first().click();
  await expect(page.getByText(/新規 3/)).toBeVisible();
  await settled(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: /あかね苑/ }).click();
  const panel = page.getByRole('dialog', { name: '請求書' });
  await panel
    .getByRole('button', { name: 'ベッド複合センサー（特別養護老人ホーム あかね苑）の根拠' })
    .click();
  await expect(panel.getByRole('link', { name: 'DEMO-AKANE-201-BED-MULTI' })).toBeVisible();
  await panel.getByRole('button', { name: '発行する' }).click();
  await page
    .getByRole('dialog', { name: '請求書を発行しますか' })
    .getByRole('button', { name: '発行する' })
    .click();
  await expect(panel.getByText('入金待ち')).toBeVisible();
  await expect(panel.getByText('000001')).toBeVisible();

  const days = await readDays('demo-akane', month);
  const net = [...days].reduce(
    (sum, [type, count]) => sum + count * (type === 'bed-multi' ? 177 : 123),
    0,
  );
  const tax = Math.floor(net / 10);
  expect(net).toBeGreaterThan(0);
  const waiting = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'PDFを保存' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe(
    `請求書_000001_特別養護老人ホーム_あかね苑_${month}.pdf`,
  );
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await readFile(await download.path()))),
    { mergePages: true },
  );
  for (const words of [
    '請求書',
    '000001',
    'みまもり販売株式会社',
    'T9234567890123',
    '特別養護老人ホーム あかね苑 御中',
    '10% 対象',
    yen(net),
    yen(tax),
    yen(net + tax),
    'DEMO-AKANE-201-BED-MULTI',
  ])
    expect(text).toContain(words);
  for (const count of days.values())
    expect(text).toContain(`${count.toLocaleString('ja-JP')} 台日`);
  await expect(panel.getByText(yen(net + tax))).toBeVisible();

  await panel.getByRole('button', { name: '入金を記録' }).click();
  await expect(panel.getByText('入金済み', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /あかね苑.*000001.*入金済み/ })).toBeVisible();

  const clerk = await (await browser.newContext({ locale: 'ja-JP' })).newPage();
  await signIn(clerk, server().address, 'agency@demo.example', DEMONSTRATION_PASSWORD);
  await clerk.goto(`${server().address}/agency/bills`);
  await expect(clerk.getByRole('heading', { name: 'この画面は開けません' })).toBeVisible();
  await clerk.context().close();
  expect(faults).toEqual([]);
});
