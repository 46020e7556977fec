import type { Page } from '@playwright/test';
import { cp932Minutes, nativeNight } from '../recorded-files.ts';
import type { Screen } from './capture.ts';

const OWNER = 'owner@demo.example';
const SENIOR = 'senior-developer@demo.example';

/** Nights, imports, exports and reports. */
export const NIGHT_SCREENS: readonly Screen[] = [
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
    act: importAndShow,
  },
  {
    name: 'room-sleep',
    path: '/room/demo-akane-201/sleep',
    as: OWNER,
    settleMs: 3000,
    act: waitForNight,
  },
  {
    name: 'room-sleep-waves',
    path: '/room/demo-akane-201/sleep',
    as: OWNER,
    settleMs: 3000,
    act: zoomToWaves,
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
    act: overlayNight,
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
  { name: 'room-alarms', path: '/room/demo-akane-203/accident', as: OWNER, settleMs: 2000 },
  { name: 'room-changes', path: '/room/demo-akane-203/history', as: OWNER, settleMs: 1500 },
  { name: 'csv-import', path: '/csv-import', as: OWNER, settleMs: 1200 },
  { name: 'report', path: '/report?nights=30', as: OWNER, settleMs: 2500 },
  { name: 'report-weeks', path: '/report?nights=30&table=weeks', as: OWNER, settleMs: 2500 },
  {
    name: 'report-save',
    path: '/report',
    as: OWNER,
    settleMs: 2500,
    act: (page) => page.getByRole('button', { name: /^(保存|Save)$/ }).click(),
  },
];

/** Waits for the sharp waveforms of the night. */
async function waitForNight(page: Page): Promise<void> {
  await page.locator('[data-night-chart][data-sharp="true"]:not([data-streams="0"])').waitFor();
}

/** Zooms into the middle of the night until single heartbeats and breaths are visible. */
async function zoomToWaves(page: Page): Promise<void> {
  await waitForNight(page);
  await page.getByRole('combobox', { name: /^(長さ|Length)$/ }).selectOption('minutes');
  await waitForNight(page);
}

/** Writes a note between the cursors T1 and T2, and shows the list. */
async function writeNotes(page: Page): Promise<void> {
  await waitForNight(page);
  await page.locator('[data-tool="notes"]').click();
  // A capture at another size may have written it before.
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

/** Scrolls to the first row of the table view. */
async function openTable(page: Page): Promise<void> {
  await waitForNight(page);
  await page.locator('[data-tool="table"]').click();
  await page
    .locator('[data-night-chart]')
    .locator('xpath=ancestor::section[1]')
    .locator('tbody tr')
    .first()
    .scrollIntoViewIfNeeded();
}

/** Overlays a night of the next room, both aligned at sleep onset. */
async function overlayNight(page: Page): Promise<void> {
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

/** Opens the tooltip of one cell. */
async function pointAtCell(page: Page): Promise<void> {
  await page.locator('[data-place="2:9"]').focus();
  await page.waitForTimeout(300);
}

async function playForAWhile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(再生する|Play)$/ }).click();
  await page.waitForTimeout(9000);
  await page.getByRole('button', { name: /^(止める|Pause)$/ }).click();
}

const FILES = 'input[data-import-files]';

/** A whole night, a file without a device, one with a bad cell, and an unsupported archive. */
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

async function importAndShow(page: Page): Promise<void> {
  await page
    .locator(FILES)
    .first()
    .setInputFiles([nativeNight('2025-03-01.ymr', 600, 0), cp932Minutes('minutes.csv', 0)]);
  await page.getByRole('button', { name: /^(すべて取り込む（2件）|Import all \(2\))$/ }).click();
  await page.locator('[data-stage="there"]').nth(1).waitFor();
  await page.waitForTimeout(20_000);
  await page.getByRole('link', { name: /^(この部屋の履歴|History of this room)$/ }).click();
  await page
    .getByRole('button', { name: /^(詳細|Details)/ })
    .last()
    .click();
}
