import { encodeFrame } from '@yamori/frames';
import { expect, test, type Page } from '@playwright/test';
import { startOwnServer, type OwnServer } from './own-server.ts';
import { expectAccessible, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * The maker's work: a new device type becomes a visible device, and a default takes effect in a
 * home.
 */
const SERIAL = 'SCALE-0001';

const at: { server: OwnServer | null } = { server: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const fail = (words: string): never => {
  throw new Error(words);
};
const open = (page: Page, path: string): Promise<unknown> =>
  page.goto(`${server().address}${path}`);
const enterWard = (page: Page, account: string): Promise<void> =>
  signIn(page, server().address, `${account}@demo.example`, DEMONSTRATION_PASSWORD);

test.beforeAll(async () => {
  at.server = await startOwnServer();
});
test.afterAll(async () => {
  await at.server?.remove();
});

/** Two cells under a bed, ten samples a second: half a second, by the device's clock. */
async function sendWeight(key: string): Promise<void> {
  const nowMs = Date.now();
  const channels = [0, 1].map((cell) =>
    Int16Array.from({ length: 5 }, (_, sample) => 3000 + 100 * cell + sample),
  );
  const frame = encodeFrame({
    streamId: 1,
    sequence: Math.floor(nowMs / 500) % 1_000_000,
    deviceTimeUs: nowMs * 1000,
    channels,
    encoding: 'plain',
  });
  const reply = await fetch(`${server().address}/api/devices/${SERIAL}/frames`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(frame),
  });
  if (!reply.ok) throw new Error(`the frames returned ${reply.status}: ${await reply.text()}`);
}

test('the maker adds a device type and registers a device whose data arrives, and a type in use cannot be deleted', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await enterWard(page, 'senior-developer');
  await open(page, '/master/device-types');
  await page.getByRole('button', { name: '機種を作る' }).click();
  const form = page.getByRole('form', { name: '新しい機種' });
  await form.getByRole('textbox', { name: '名前' }).fill('ベッド荷重計');
  await form.getByRole('textbox', { name: 'コード' }).fill('bed-scale');
  await form
    .getByLabel('写真を選ぶ')
    .setInputFiles({ name: 'scale.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(form.getByRole('img', { name: '写真' })).toBeVisible();
  await form.getByRole('button', { name: '信号を加える' }).click();
  await form.getByRole('combobox', { name: '種類' }).fill('weight');
  await form.getByRole('spinbutton', { name: 'チャンネル' }).fill('2');
  await form.getByRole('textbox', { name: '単位' }).fill('kg');
  await form.getByRole('spinbutton', { name: '速さ' }).fill('10');
  await form.getByRole('textbox', { name: '倍率' }).fill('0.01');
  await settled(page);
  await expectAccessible(page);
  await form.getByRole('button', { name: '作る', exact: true }).click();
  await expect(page).toHaveURL(/\/master\/device-lists\/bed-scale$/);
  await expect(page.getByRole('img', { name: '写真' })).toBeVisible();

  await open(page, '/device-config/device-list-table?register=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('製造番号').fill(SERIAL);
  await dialog.getByLabel('機種').selectOption({ label: 'ベッド荷重計' });
  await dialog.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(dialog.getByRole('combobox', { name: '組織' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await dialog.getByRole('combobox', { name: '組織' }).fill('やもり開発室');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '登録する', exact: true }).click();
  const key = (await dialog.locator('[data-secret="true"] code').textContent()) ?? '';
  const timer = setInterval(() => void sendWeight(key), 500);
  await expect(dialog.getByText('データを受信しました。')).toBeVisible();

  await open(page, `/master/device/${SERIAL}`);
  const streams = page.getByRole('table', { name: '信号の一覧' });
  await expect(streams.getByRole('row', { name: /weight/ })).toContainText('10 Hz');
  await expect(page.getByText('受信中').first()).toBeVisible();
  await open(page, `/raw-multi?device=${SERIAL}`);
  await expect(
    page.getByRole('region', { name: '数値' }).getByRole('listitem').filter({ hasText: 'weight' }),
  ).toContainText('良好');
  clearInterval(timer);

  await open(page, '/master/device-lists/bed-scale');
  await expect(page.getByRole('button', { name: '削除する' })).toBeDisabled();
  await expect(page.getByText(/1台.*削除できません/)).toBeVisible();
  const removal = await page.request.post(`${server().address}/api/documents/commit`, {
    data: { writes: [{ kind: 'delete', path: 'deviceType/bed-scale' }] },
    headers: { origin: server().address },
  });
  expect([removal.status(), ((await removal.json()) as { code: string }).code]).toEqual([
    409,
    'device-type-in-use',
  ]);
  await open(page, '/master/device-types');
  await expect(page.getByRole('row', { name: /ベッド荷重計/ })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a default of the maker applies to a home until it is reset', async ({ page, browser }) => {
  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1366, height: 768 },
  });
  const ward = await context.newPage();
  await enterWard(ward, 'owner');
  await open(ward, '/domain-config#thresholds');
  const thresholds = ward.getByRole('form', { name: 'しきい値と通知の条件' });
  await expect(thresholds).toContainText('15分続いたら');
  await enterWard(page, 'senior-developer');
  await open(page, '/master/paramater-lists?q=accident.longAbsence.delayMinutes');
  await page.getByRole('button', { name: '続いたら知らせる' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('spinbutton', { name: '初期値' }).fill('21');
  await panel.getByRole('button', { name: '保存する' }).click();
  await expect(panel.getByText('20以下の数値を入力してください。')).toBeVisible();
  await panel.getByRole('spinbutton', { name: '初期値' }).fill('17');
  await settled(page);
  await expectAccessible(page);
  await panel.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText(/初期値を 17分 にしました/)).toBeVisible();
  await expect(thresholds).toContainText('17分続いたら');
  await panel.getByRole('button', { name: /出荷時の値に戻す/ }).click();
  await expect(page.getByText(/初期値を 15分 に/).first()).toBeVisible();
  await expect(thresholds).toContainText('15分続いたら');
  await context.close();
});

test('every part of an organisation is reachable from the list of all: its board, its nights, its history', async ({
  page,
}) => {
  const { faults } = watchPage(page);
  await enterWard(page, 'senior-developer');
  await open(page, '/master/domain-lists?q=みずき');
  await page
    .getByRole('link', { name: /みずきの家/ })
    .or(page.getByRole('button', { name: /みずきの家/ }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/master\/domain\//);
  for (const [tab, path] of [
    ['睡眠', 'sleep'],
    ['履歴', 'history'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/master/domain/[^/]+/${path}`));
    await settled(page);
    await expectAccessible(page);
  }
  expect(faults).toEqual([]);
});
