import type { Locator, Page } from '@playwright/test';
import type { Screen } from './capture.ts';

const OWNER = 'owner@demo.example';
const AGENT = 'agency-admin@demo.example';
const SENIOR = 'senior-developer@demo.example';
const MAKER = 'developer@demo.example';

/** Organisations, rooms, devices, billing and the platform. */
export const SETTINGS_SCREENS: readonly Screen[] = [
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
    act: (page) => page.getByRole('checkbox', { name: /^(203号室を選ぶ|Select 203号室)$/ }).check(),
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
  { name: 'agency-devices', path: '/agency/devices', as: AGENT, settleMs: 1500 },
  { name: 'agency-statistics', path: '/agency/statistics', as: AGENT, settleMs: 2500 },
  { name: 'agency-bills', path: '/agency/bills', as: AGENT, settleMs: 1500 },
  {
    name: 'agency-bill',
    path: '/agency/bills',
    as: AGENT,
    settleMs: 1500,
    act: (page) => firstListItem(page).click(),
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
];

/** Scrolls a settings section to the top. */
const showSection = (page: Page, id: string): Promise<void> =>
  page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ block: 'start' }));

/** Opens the rule for a fast heart rate and edits its limit. */
async function changeThreshold(page: Page): Promise<void> {
  const rule = page.locator('#thresholds details').filter({ hasText: /心拍が速い|Fast heart/ });
  await rule.locator('summary').click();
  await rule.getByRole('spinbutton').first().fill('105');
  await showSection(page, 'thresholds');
}

/** Opens the thresholds of one room. */
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

/** Lists are tables on wide screens and cards on phones. */
const firstListItem = (page: Page): Locator =>
  page
    .getByRole('rowheader')
    .getByRole('button')
    .or(page.getByRole('main').locator('li > button[data-index]'))
    .first();

async function openFirstPartner(page: Page): Promise<void> {
  await firstListItem(page).click();
  await page.waitForURL(/\/agency\/partner\//);
}

async function checkHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: /点検する|^Check$/ }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /書き換えや抜けはありません|none missing/ })
    .waitFor();
}

/** Waits until the traces of the device have some width. */
async function testReception(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(受信を確認する|Test reception)$/ }).click();
  await page.getByText(/^(データを受信しました。|Data arrives\.)$/).waitFor();
  await page.getByText(/^(データを受信しました。|Data arrives\.)$/).scrollIntoViewIfNeeded();
  await page.waitForTimeout(4000);
}

async function showLabels(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^(表示中のすべてを選ぶ|Select all shown)$/ }).check();
  await page.getByRole('button', { name: /^(ラベルを印刷する|Print labels)$/ }).click();
}
