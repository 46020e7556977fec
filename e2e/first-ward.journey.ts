import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import encodeQR from 'qr';
import {
  openDatabase,
  type OpenedDatabase,
} from '../apps/server/src/core/database/open-database.ts';
import { createSigningKey } from '../apps/server/src/modules/identity/federation/testing/test-certificate.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../apps/server/src/testing/server-process.ts';
import { printFigure, watchPage } from './screen-checks.ts';
import { removeFolder } from '../apps/server/src/testing/remove-folder.ts';

/**
 * From an empty server to a watched room through the screens only. Then the device falls silent.
 */
const SERIAL = 'YM-0001';
const PASSWORD = 'four moths by the lamp';
/** From the standard bed sensor (packages/domain, standard device types). */
const TEMPERATURE = { streamId: 3, scale: 0.01 } as const;

const at: {
  folder: string;
  database: OpenedDatabase | null;
  server: ServerProcess | null;
  address: string;
} = { folder: '', database: null, server: null, address: '' };
test.beforeAll(async () => {
  at.folder = await mkdtemp(join(tmpdir(), 'yamori-first-'));
  // As root, PostgreSQL runs under its own account, which must be able to reach its folder.
  await chmod(at.folder, 0o711);
  at.database = await openDatabase(
    { dataFolder: at.folder, connections: 4 },
    pino({ level: 'silent' }),
  );
  const port = await freePort();
  at.address = `http://127.0.0.1:${port}`;
  at.server = startServerProcess({
    DATABASE_URL: at.database.url,
    PORT: String(port),
    YAMORI_DATA: at.folder,
    YAMORI_URL: at.address,
  });
  await at.server.ready;
});
test.afterAll(async () => {
  at.server?.kill('SIGTERM');
  await at.server?.exited;
  await at.database?.close();
  if (at.folder !== '') await removeFolder(at.folder);
});

const open = (page: Page, path: string): Promise<unknown> => page.goto(`${at.address}${path}`);
const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label).first().fill(value);
};

/** Sends a second of body temperature every second until stopped. */
function sendTemperatures(key: string): () => void {
  const send = async (): Promise<void> => {
    const nowMs = Date.now();
    const frame = encodeFrame({
      streamId: TEMPERATURE.streamId,
      sequence: Math.floor(nowMs / 1000) % 1_000_000,
      deviceTimeUs: nowMs * 1000,
      channels: [Int16Array.of(36.5 / TEMPERATURE.scale)],
      encoding: 'plain',
    });
    const reply = await fetch(`${at.address}/api/devices/${SERIAL}/frames`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(frame),
    });
    if (!reply.ok) throw new Error(`the frames returned ${reply.status}: ${await reply.text()}`);
  };
  const timer = setInterval(() => void send(), 1000);
  return () => clearInterval(timer);
}

test('an organisation gets from nothing to a watched room in minutes, and its device falls silent, is missed, and returns', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  const startedMs = Date.now();
  await page.goto((await at.server?.firstStartLink) ?? '');
  await fill(page, {
    組織の名前: '陽だまりの家',
    メールアドレス: 'owner@first.example',
    お名前: '開設 花子',
    パスワード: PASSWORD,
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /オーナー管理者/ })).toBeVisible();

  // Import rooms from a table.
  await open(page, '/csv-import');
  await page.getByLabel('CSV ファイル').setInputFiles({
    name: 'rooms.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\uFEFF部屋名,階\r\n101,1階\r\n102,1階\r\n103,1階\r\n'),
  });
  await page.getByRole('button', { name: '次へ' }).click();
  await page.getByRole('button', { name: 'すべての行を確認する' }).click();
  await page.getByRole('button', { name: '3行を取り込む' }).click();
  await expect(page.getByRole('button', { name: '3件を取り消す' })).toBeVisible();

  // Invite a carer for the night.
  await open(page, '/register');
  await page.getByLabel('権限').selectOption({ label: '一般ユーザー' });
  await fill(page, { メモ: '夜勤の新人さん' });
  await page.getByRole('button', { name: '招待を作る', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: '招待ができました' }).getByText(/^http.*#/),
  ).toBeVisible();

  // Register the organisation's own sign-in.
  const { certificate } = createSigningKey();
  await open(page, '/domain-config#saml');
  const section = page.getByRole('region', { name: '組織のサインイン（SAML）' });
  await section.getByRole('button', { name: '追加する' }).click();
  await section.getByLabel(/^表示する名前/).fill('陽だまり');
  await section.getByRole('textbox', { name: /^ID(?! サービス)/ }).fill('hidamari');
  await section
    .getByLabel(/^ID サービスのエンティティ ID/)
    .fill('https://idp.first.example/metadata');
  await section.getByLabel(/^ID サービスのサインイン URL/).fill('https://idp.first.example/sso');
  await section.getByLabel(/^署名の証明書/).fill(certificate);
  await section.getByRole('button', { name: '保存する' }).click();
  await expect(section.getByRole('button', { name: '陽だまり を変更する' })).toBeVisible();

  // Register a device by its code and assign it to its room; its first frames appear below.
  await open(page, '/device-config/device-list-table?register=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('写真から読み取る').setInputFiles({
    name: 'label.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from(encodeQR(`${at.address}/sn/${SERIAL}`, 'gif', { scale: 8 })),
  });
  await expect(dialog.getByLabel('製造番号')).toHaveValue(SERIAL);
  await dialog.getByLabel('機種').selectOption({ label: 'ベッド複合センサー' });
  await dialog.getByRole('combobox', { name: '部屋' }).fill('101');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '登録する', exact: true }).click();
  const key = (await dialog.locator('[data-secret="true"] code').textContent()) ?? '';
  let stop = sendTemperatures(key);
  await expect(dialog.getByText('データを受信しました。')).toBeVisible();
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await page
    .getByRole('dialog', { name: '接続キーを控えましたか' })
    .getByRole('button', { name: '閉じる' })
    .last()
    .click();

  // The serial number on its label, in lower case, leads to its room.
  await open(page, `/sn/${SERIAL.toLowerCase()}`);
  await expect(page).toHaveURL(/\/room\/[^/]+\/sleep/);

  await open(page, '/index-list-card');
  const card = page.locator('[data-room]', { hasText: '101' });
  await expect(card.getByText(/36\.5/).first()).toBeVisible();
  printFigure(
    `an organisation from nothing to a watched room: ${Math.round((Date.now() - startedMs) / 1000)} s of a machine's hands`,
  );

  stop();
  const rail = page.getByRole('complementary', { name: '要対応' });
  await expect(rail.getByText('101')).toBeVisible();
  await expect(card.getByText('信号なし').first()).toBeVisible();
  stop = sendTemperatures(key);
  await expect(rail.getByText('101')).toHaveCount(0);
  await expect(card.getByText(/36\.5/).first()).toBeVisible();
  stop();
  expect(faults).toEqual([]);
});
