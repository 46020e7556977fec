import type { Locator, Page } from '@playwright/test';
import { cp932Minutes, nativeNight } from '../recorded-files.ts';
import type { Shot } from './camera.ts';

const OWNER = 'owner@demo.example';
const AGENT = 'agency-admin@demo.example';
const SENIOR = 'senior-developer@demo.example';
const MAKER = 'developer@demo.example';

/** Screens of the demonstration ward, with its devices at work. */
export const WARD_SHOTS: readonly Shot[] = [
  {
    name: 'board-smallcard',
    path: '/index-list-smallcard',
    as: OWNER,
    settleMs: 2500,
    act: boardStands,
  },
  { name: 'board-card', path: '/index-list-card', as: OWNER, settleMs: 2500, act: boardStands },
  { name: 'board-table', path: '/index-list-table', as: OWNER, settleMs: 2500, act: boardStands },
  {
    name: 'board-filtered',
    path: `/index-list-table?presence=inBed&floor=${encodeURIComponent('2階')}&sort=name`,
    as: OWNER,
    settleMs: 1500,
    act: boardStands,
  },
  { name: 'board-blank', path: '/index-list-blank', as: OWNER, settleMs: 800 },
  { name: 'search', path: '/index-list-smallcard', as: OWNER, settleMs: 1500, act: search },
  {
    name: 'member-menu',
    path: '/index-list-smallcard',
    as: OWNER,
    settleMs: 1500,
    act: (page) => page.locator('header').getByRole('button').last().click(),
  },
  {
    name: 'shortcuts',
    path: '/index-list-smallcard',
    as: OWNER,
    settleMs: 1500,
    act: (page) => page.keyboard.press('?'),
  },
  { name: 'offline', path: '/index-list-smallcard', as: OWNER, settleMs: 5000, act: cutOff },
  { name: 'help', path: '/help', as: 'staff@demo.example', settleMs: 1200 },
  {
    name: 'help-search',
    path: '/help',
    as: OWNER,
    settleMs: 1200,
    act: (page) => page.locator('search input').fill('心拍'),
  },
  { name: 'data-import', path: '/data-import', as: OWNER, settleMs: 1200 },
  {
    name: 'data-import-checked',
    path: '/data-import',
    as: OWNER,
    settleMs: 1200,
    act: chooseFiles,
  },
  { name: 'room-import', path: '/room/demo-akane-205/import', as: OWNER, settleMs: 1200 },
  {
    name: 'room-history',
    path: '/room/demo-akane-201/import',
    as: OWNER,
    settleMs: 1200,
    act: importAndLook,
  },
  {
    name: 'room-sleep',
    path: '/room/demo-akane-201/sleep',
    as: OWNER,
    settleMs: 3000,
    act: nightStands,
  },
  { name: 'room-result', path: '/room/demo-akane-201/result', as: OWNER, settleMs: 4000 },
  {
    name: 'room-result-figure',
    path: '/room/demo-akane-201/result?figure=TST',
    as: OWNER,
    settleMs: 4000,
    act: (page) => page.getByText(/^(なぜこの値\?|Why this value\?)$/).scrollIntoViewIfNeeded(),
  },
  {
    name: 'room-result-actogram',
    path: '/room/demo-akane-201/result',
    as: OWNER,
    settleMs: 4000,
    act: (page) => page.getByText(/^(規則性 SRI|Regularity SRI)/).scrollIntoViewIfNeeded(),
  },
  {
    name: 'night-replay',
    path: '/monitoring?replay=last',
    as: OWNER,
    settleMs: 4000,
    act: playForAWhile,
  },
  {
    name: 'room-sleep-notes',
    path: '/room/demo-akane-201/sleep',
    as: OWNER,
    settleMs: 5000,
    act: writeNotes,
  },
  {
    name: 'room-sleep-table',
    path: '/room/demo-akane-201/sleep',
    as: OWNER,
    settleMs: 5000,
    act: openTable,
  },
  {
    name: 'room-sleep-overlay',
    path: '/room/demo-akane-201/sleep',
    as: OWNER,
    settleMs: 5000,
    act: layOver,
  },
  {
    name: 'master-domain-sleep',
    path: '/master/domain/demo-akane/sleep',
    as: SENIOR,
    settleMs: 2500,
  },
  {
    name: 'master-domain-sleep-cell',
    path: '/master/domain/demo-akane/sleep?nights=14&figure=WASO',
    as: SENIOR,
    settleMs: 2500,
    act: pointAtCell,
  },
  {
    name: 'master-domain-sleep-90',
    path: '/master/domain/demo-akane/sleep?nights=90',
    as: SENIOR,
    settleMs: 2500,
  },
  {
    name: 'master-domain-sleep-table',
    path: '/master/domain/demo-akane/sleep?as=table&nights=14',
    as: SENIOR,
    settleMs: 2500,
  },
  { name: 'csv-import', path: '/csv-import', as: OWNER, settleMs: 1200 },
  { name: 'domain-config', path: '/domain-config', as: OWNER, settleMs: 2000 },
  {
    name: 'domain-config-sign-in',
    path: '/domain-config',
    as: OWNER,
    settleMs: 2000,
    act: (page) => showSection(page, 'sign-in'),
  },
  {
    name: 'domain-config-members',
    path: '/domain-config',
    as: OWNER,
    settleMs: 2000,
    act: (page) => showSection(page, 'members'),
  },
  {
    name: 'domain-config-standing',
    path: '/domain-config',
    as: OWNER,
    settleMs: 2000,
    act: (page) =>
      page
        .locator('#members')
        .getByRole('button', { name: /^(権限と状態|Level and state)/ })
        .first()
        .click(),
  },
  {
    name: 'domain-config-escalation',
    path: '/domain-config',
    as: OWNER,
    settleMs: 2000,
    act: (page) => showSection(page, 'escalation'),
  },
  {
    name: 'domain-config-thresholds',
    path: '/domain-config',
    as: OWNER,
    settleMs: 2000,
    act: changeThreshold,
  },
  {
    name: 'domain-config-contract',
    path: '/domain-config?domain=demo-akane',
    as: AGENT,
    settleMs: 2000,
    act: (page) => showSection(page, 'contract'),
  },
  {
    name: 'domain-config-tree',
    path: '/domain-config',
    as: AGENT,
    settleMs: 2000,
    act: (page) => showSection(page, 'tree'),
  },
  {
    name: 'domain-config-administrator',
    path: '/domain-config',
    as: 'administrator@demo.example',
    settleMs: 2000,
    act: (page) => showSection(page, 'sign-in'),
  },
  {
    name: 'room-editor-thresholds',
    path: '/room-config/room-list-card',
    as: OWNER,
    settleMs: 1500,
    act: openRoomThresholds,
  },
  { name: 'room-list-card', path: '/room-config/room-list-card', as: OWNER, settleMs: 1500 },
  {
    name: 'room-list-table',
    path: '/room-config/room-list-table',
    as: OWNER,
    settleMs: 1500,
    act: (page) => page.getByRole('checkbox', { name: '203号室を選ぶ' }).check(),
  },
  {
    name: 'room-list-smallcard',
    path: '/room-config/room-list-smallcard',
    as: OWNER,
    settleMs: 1500,
  },
  {
    name: 'room-editor',
    path: '/room-config/room-list-card?room=demo-akane-203',
    as: OWNER,
    settleMs: 1500,
  },
  {
    name: 'room-editor-staff',
    path: '/room-config/room-list-card?room=demo-akane-203',
    as: 'staff@demo.example',
    settleMs: 1500,
  },
  { name: 'room-new', path: '/room-config/room-list-card?room=new', as: OWNER, settleMs: 1500 },
  { name: 'device-list-card', path: '/device-config/device-list-card', as: OWNER, settleMs: 1500 },
  {
    name: 'device-list-table',
    path: '/device-config/device-list-table',
    as: OWNER,
    settleMs: 1500,
  },
  {
    name: 'device-list-smallcard',
    path: '/device-config/device-list-smallcard',
    as: OWNER,
    settleMs: 1500,
  },
  { name: 'device-register', path: '/sn/NEW-1042', as: OWNER, settleMs: 1500 },
  {
    name: 'device-panel',
    path: '/device-config/device-list-card?device=DEMO-AKANE-201-ECG',
    as: OWNER,
    settleMs: 1500,
  },
  {
    name: 'device-test',
    path: '/device-config/device-list-card?device=DEMO-AKANE-201-ECG',
    as: OWNER,
    settleMs: 1500,
    act: testReception,
  },
  {
    name: 'device-labels',
    path: '/device-config/device-list-table',
    as: OWNER,
    settleMs: 1500,
    act: showLabels,
  },
  { name: 'device-borrow', path: '/device-borrow', as: MAKER, settleMs: 1500 },
  { name: 'device-borrow-table', path: '/device-borrow?as=table', as: MAKER, settleMs: 1500 },
  { name: 'device-borrow-panel', path: '/device-borrow?loan=demo-1', as: MAKER, settleMs: 1500 },
  { name: 'device-borrow-lend', path: '/device-borrow?lend=1', as: MAKER, settleMs: 1500 },
  { name: 'serial-refused', path: '/sn/NEW-1042', as: 'staff@demo.example', settleMs: 1500 },
  {
    name: 'master-history-lists',
    path: '/master/history-lists',
    as: SENIOR,
    settleMs: 1500,
    act: checkHistory,
  },
  {
    name: 'room-panel',
    path: '/index-list-card',
    as: 'staff@demo.example',
    settleMs: 2500,
    act: (page) => page.getByRole('button', { name: /203/ }).first().click(),
  },
  { name: 'report', path: '/report?nights=30', as: OWNER, settleMs: 2500 },
  { name: 'report-weeks', path: '/report?nights=30&table=weeks', as: OWNER, settleMs: 2500 },
  {
    name: 'report-save',
    path: '/report',
    as: OWNER,
    settleMs: 2500,
    act: (page) => page.getByRole('button', { name: /^(保存|Save)$/ }).click(),
  },
  { name: 'agency-devices', path: '/agency/devices', as: AGENT, settleMs: 1500 },
  { name: 'agency-statistics', path: '/agency/statistics', as: AGENT, settleMs: 2500 },
  { name: 'agency-bills', path: '/agency/bills', as: AGENT, settleMs: 1500 },
  {
    name: 'agency-bill',
    path: '/agency/bills',
    as: AGENT,
    settleMs: 1500,
    act: (page) => firstOfList(page).click(),
  },
  { name: 'agency-partners', path: '/agency/partners', as: AGENT, settleMs: 1500 },
  {
    name: 'agency-partner',
    path: '/agency/partners',
    as: AGENT,
    settleMs: 1500,
    act: openFirstPartner,
  },
  { name: 'master', path: '/master', as: SENIOR, settleMs: 2500 },
  { name: 'master-paramater-lists', path: '/master/paramater-lists', as: SENIOR, settleMs: 1500 },
  { name: 'master-device-types', path: '/master/device-types', as: SENIOR, settleMs: 1500 },
  {
    name: 'master-device-type',
    path: '/master/device-lists/bed-multi',
    as: SENIOR,
    settleMs: 1500,
  },
  { name: 'master-domain-lists', path: '/master/domain-lists', as: SENIOR, settleMs: 1500 },
  { name: 'master-domain', path: '/master/domain/demo-akane', as: SENIOR, settleMs: 1500 },
  {
    name: 'master-domain-history',
    path: '/master/domain/demo-akane/history',
    as: SENIOR,
    settleMs: 1500,
  },
  { name: 'master-device', path: '/master/device/DEMO-AKANE-201-ECG', as: SENIOR, settleMs: 2500 },
  { name: 'master-view-lists', path: '/master/view-lists', as: SENIOR, settleMs: 1500 },
  { name: 'master-view', path: '/master/view-lists?view=demo-round', as: SENIOR, settleMs: 2500 },
  {
    name: 'master-history-reads',
    path: '/master/history-lists?action=read',
    as: SENIOR,
    settleMs: 1500,
  },
  { name: 'refused', path: '/master', as: OWNER },
  { name: 'not-found', path: '/somewhere', as: OWNER },
  { name: 'monitoring', path: '/monitoring', as: OWNER, settleMs: 8000 },
  { name: 'monitoring-24-rooms', path: '/monitoring', as: AGENT, settleMs: 8000 },
  { name: 'monitoring-answering', path: '/monitoring', as: OWNER, settleMs: 8000, act: answerCall },
  live('monitoring-device', '/monitoring-device'),
  live('raw-eit', '/raw-eit?device=DEMO-AKANE-203-EIT', 16_000),
  live('raw-respi-axl', '/raw-respi-axl?device=DEMO-AKANE-202-BED-MULTI'),
  live('raw-multi', '/raw-multi?device=DEMO-AKANE-202-BED-MULTI'),
  live('raw-ecg', '/raw-ecg?device=DEMO-AKANE-201-ECG'),
  live('raw-impe', '/raw-impe?device=DEMO-AKANE-202-BED-MULTI'),
  live('raw-respihr', '/raw-respihr?device=DEMO-AKANE-205-RESPIHR'),
  live('raw-button', '/raw-button?device=DEMO-AKANE-208-BED-MULTI'),
  live('raw-temparature', '/raw-temparature?device=DEMO-AKANE-202-BED-MULTI'),
  live('monitoring-room', '/monitoring-room'),
  live('room-raw-respi-axl', '/monitoring-room/raw-respi-axl?room=demo-akane-202'),
  live('room-raw-button', '/monitoring-room/raw-button?room=demo-akane-208'),
  live('room-raw-multi', '/monitoring-room/raw-multi?room=demo-akane-203'),
];

/** A new build waits: the page came from the first one under its worker, and the door serves another by now. */
export const updateShot = (bringNewBuild: () => void): Shot => ({
  name: 'update',
  path: '/index-list-smallcard',
  as: OWNER,
  settleMs: 2500,
  worker: true,
  act: async (page) => {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.waitForTimeout(2500);
    bringNewBuild();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await page.locator('[data-position="top"] [data-type="info"]').waitFor();
  },
});

/** The night stands there with its waveforms. */
async function nightStands(page: Page): Promise<void> {
  await page.locator('[data-night-chart][data-sharp="true"]:not([data-streams="0"])').waitFor();
}

/** One note between T1 and T2, and the list of them. */
async function writeNotes(page: Page): Promise<void> {
  await nightStands(page);
  await page.locator('[data-tool="notes"]').click();
  // A ward that had its picture taken before has one already.
  if ((await page.locator('[data-note]').count()) > 0) return;
  await page.locator('[data-night-chart]').focus();
  for (const key of [
    'Shift+ArrowRight',
    '1',
    ...Array.from({ length: 6 }, () => 'Shift+ArrowRight'),
    '2',
  ])
    await page.keyboard.press(key);
  await page
    .getByRole('textbox', { name: /^(メモの内容|Note)$/ })
    .fill('せきが続いたため、体位を左に変えた。');
  await page.getByRole('button', { name: /^(メモを書く|Write)/ }).click();
  await page.locator('[data-note]').first().waitFor();
  await page.waitForTimeout(1500);
}

/** The figures behind the picture, from their first row on. */
async function openTable(page: Page): Promise<void> {
  await nightStands(page);
  await page.locator('[data-tool="table"]').click();
  await page
    .locator('[data-night-chart]')
    .locator('xpath=ancestor::section[1]')
    .locator('tbody tr')
    .first()
    .scrollIntoViewIfNeeded();
}

/** The night of the next room over this one's, both from falling asleep. */
async function layOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(重ね方|How it is laid over)$/ }).click();
  await page.getByRole('combobox', { name: /^(重ねる部屋|Room)$/ }).selectOption({ index: 1 });
  await page
    .getByText(/^(入眠|Sleep onset)$/)
    .last()
    .click();
  await page
    .getByRole('combobox', { name: /^(重ねる夜|Compare with)$/ })
    .selectOption({ index: 1 });
  await page.waitForTimeout(2500);
}

/** The night of a room in words, beside its cell. */
async function pointAtCell(page: Page): Promise<void> {
  await page.locator('[data-place="2:9"]').focus();
  await page.waitForTimeout(300);
}

/** One section of a page of settings, its beginning at the top. */
const showSection = (page: Page, id: string): Promise<void> =>
  page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ block: 'start' }));

/** The rule of a fast heart, open, with a limit that is being set. */
async function changeThreshold(page: Page): Promise<void> {
  const rule = page.locator('#thresholds details').filter({ hasText: /心拍が速い|Fast heart/ });
  await rule.locator('summary').click();
  await rule.getByRole('spinbutton').first().fill('105');
  await showSection(page, 'thresholds');
}

/** One room over the list, with the thresholds that it has for itself. */
async function openRoomThresholds(page: Page): Promise<void> {
  await page.getByRole('button', { name: '203号室', exact: true }).click();
  await page
    .locator('[data-layer] details, [role="dialog"] details')
    .nth(7)
    .locator('summary')
    .click();
  await page
    .getByRole('heading', { name: /^(しきい値と通知の条件|Thresholds and conditions)$/ })
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
}

/** Rooms stand there with their last nights, not their places. */
async function boardStands(page: Page): Promise<void> {
  await page.locator('main [data-room]').first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[class*="nightWord"]')].every(
      ({ textContent }) => !/読込中|Loading/.test(textContent),
    ),
  );
}

/** Somebody goes to a call; where one has gone already, by another size of this picture, it shows that. */
async function answerCall(page: Page): Promise<void> {
  const answer = page.getByRole('button', { name: /^(対応に向かう|I am on it)$/ }).first();
  if (await answer.isVisible()) await answer.click();
  await page
    .getByRole('button', { name: /^(対応を終える|I was there)$/ })
    .first()
    .waitFor();
}

/** The network goes, and the link has noticed. */
async function cutOff(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForTimeout(12_000);
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('部屋・機器・画面を探す').waitFor();
}

async function playForAWhile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(再生する|Play)$/ }).click();
  await page.waitForTimeout(9000);
  await page.getByRole('button', { name: /^(止める|Pause)$/ }).click();
}

/** A live screen, once its traces have come in. */
function live(name: string, path: string, settleMs = 9000): Shot {
  return { name, path, as: OWNER, settleMs };
}

const FILES = 'input[data-import-files]';

/** A whole night, one whose file names no device, one with a wrong cell, and one that is not read. */
async function chooseFiles(page: Page): Promise<void> {
  const text = Buffer.from(
    'time,heart,breath\n2025-03-01 22:00:00,60,14\n2025-03-01 22:01:00,61,x7\n2025-03-01 22:02:00,62,15\n',
  );
  await page
    .locator(FILES)
    .first()
    .setInputFiles([
      nativeNight('2025-03-01.ymr', 3600, 0),
      cp932Minutes('minutes.csv', 0),
      { name: 'damaged.csv', mimeType: 'text/csv', buffer: text },
      {
        name: 'export.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
      },
    ]);
  await page.locator('[data-import-file="export.zip"][data-stage="refused"]').waitFor();
}

async function importAndLook(page: Page): Promise<void> {
  await page
    .locator(FILES)
    .first()
    .setInputFiles([nativeNight('2025-03-01.ymr', 600, 0), cp932Minutes('minutes.csv', 0)]);
  await page.getByRole('button', { name: 'すべて取り込む（2件）' }).click();
  await page.locator('[data-stage="there"]').nth(1).waitFor();
  await page.waitForTimeout(20_000);
  await page.getByRole('link', { name: 'この部屋の履歴' }).click();
  await page.getByRole('button', { name: /^詳細/ }).last().click();
}

/** A list is a table, or cards on a telephone. */
const firstOfList = (page: Page): Locator =>
  page
    .getByRole('rowheader')
    .getByRole('button')
    .or(page.getByRole('main').locator('li > button[data-index]'))
    .first();

async function openFirstPartner(page: Page): Promise<void> {
  await firstOfList(page).click();
  await page.waitForURL(/\/agency\/partner\//);
}

async function checkHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: /点検する|^Check$/ }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /書き換えや抜けはありません|none missing/ })
    .waitFor();
}

/** The traces of a device that is heard, long enough to be seen. */
async function testReception(page: Page): Promise<void> {
  await page.getByRole('button', { name: '受信を確認する' }).click();
  await page.getByText('データを受信しました。').waitFor();
  await page.getByText('データを受信しました。').scrollIntoViewIfNeeded();
  await page.waitForTimeout(4000);
}

async function showLabels(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: '表示中のすべてを選ぶ' }).check();
  await page.getByRole('button', { name: 'ラベルを印刷する' }).click();
}
