import type { Page } from '@playwright/test';
import type { Screen } from './capture.ts';

const OWNER = 'owner@demo.example';
const AGENT = 'agency-admin@demo.example';

/** The board, live signals and calls. */
export const CARE_SCREENS: readonly Screen[] = [
  {
    name: 'board-smallcard',
    path: '/index-list-smallcard',
    as: OWNER,
    settleMs: 2500,
    act: waitForBoard,
  },
  { name: 'board-card', path: '/index-list-card', as: OWNER, settleMs: 2500, act: waitForBoard },
  { name: 'board-table', path: '/index-list-table', as: OWNER, settleMs: 2500, act: waitForBoard },
  {
    name: 'board-filtered',
    path: `/index-list-table?presence=inBed&floor=${encodeURIComponent('2階')}&sort=name`,
    as: OWNER,
    settleMs: 1500,
    act: waitForBoard,
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
  {
    name: 'room-panel',
    path: '/index-list-card',
    as: 'staff@demo.example',
    settleMs: 2500,
    act: (page) => page.getByRole('button', { name: /203/ }).first().click(),
  },
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

/** The page runs under the service worker of one build while the server offers the next one. */
export const updateScreen = (bringNewBuild: () => void): Screen => ({
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

/** Waits until the cards show the last night instead of placeholders. */
async function waitForBoard(page: Page): Promise<void> {
  await page.locator('main [data-room]').first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[class*="nightWord"]')].every(
      ({ textContent }) => !/読み込み中|Loading/.test(textContent),
    ),
  );
}

/** Acknowledges an alarm, unless a capture at another size has done so before. */
async function answerCall(page: Page): Promise<void> {
  const answer = page.getByRole('button', { name: /^(対応に向かう|I am on it)$/ }).first();
  if (await answer.isVisible()) {
    await answer.click();
    // The message about it covers the search.
    const message = page.locator('[data-position="top"] [data-type]').first();
    await message.waitFor();
    await message.waitFor({ state: 'detached' });
  }
  await page
    .getByRole('button', { name: /^(対応を終える|到着した|I was there|I am there)$/ })
    .first()
    .waitFor();
}

/** Waits until the connection reports the lost network. */
async function cutOff(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForTimeout(12_000);
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByPlaceholder(/^(部屋・機器・画面を探す|Find rooms, devices, screens)$/).waitFor();
}

/** Live traces need several seconds to fill the sweep. */
function live(name: string, path: string, settleMs = 9000): Screen {
  return { name, path, as: OWNER, settleMs };
}
