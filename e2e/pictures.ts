import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * Pictures of every screen at three sizes into docs/screens:
 *   node e2e/pictures.ts --address http://127.0.0.1:8080 [--only board] [--folder DIR] [--theme dark]
 */
const SIZES = [{ name: 'wide', width: 1920, height: 1080 }, { name: 'laptop', width: 1366, height: 768 }, { name: 'phone', width: 390, height: 844 }] as const;

type Screen = { readonly name: string; readonly path: string; readonly as: string | null; readonly settleMs?: number; readonly act?: (page: Page) => Promise<unknown> };

const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', as: null },
  { name: 'board-smallcard', path: '/index-list-smallcard', as: 'owner@demo.example', settleMs: 2500 },
  { name: 'board-card', path: '/index-list-card', as: 'owner@demo.example', settleMs: 2500 },
  { name: 'board-table', path: '/index-list-table', as: 'owner@demo.example', settleMs: 2500 },
  { name: 'board-filtered', path: '/index-list-table?presence=outOfBed&sort=name', as: 'owner@demo.example', settleMs: 1500 },
  { name: 'board-blank', path: '/index-list-blank', as: 'owner@demo.example', settleMs: 800 },
  { name: 'search', path: '/index-list-smallcard', as: 'owner@demo.example', settleMs: 1200, act: (page) => page.keyboard.press('Control+K') },
  { name: 'help', path: '/help', as: 'staff@demo.example', settleMs: 1500 },
  { name: 'shortcuts', path: '/index-list-smallcard', as: 'owner@demo.example', settleMs: 1200, act: (page) => page.keyboard.press('?') },
  { name: 'offline', path: '/index-list-smallcard', as: 'owner@demo.example', settleMs: 6000, act: cutOff },
  { name: 'account-info', path: '/account-info', as: 'staff@demo.example', settleMs: 1200 },
  { name: 'enrolment', path: '/', as: 'second-factor@demo.example', settleMs: 1200 },
  { name: 'mfaauth-over', path: '/mfaauth', as: null, settleMs: 500 },
  { name: 'placeholder', path: '/report', as: 'owner@demo.example', settleMs: 500 },
  { name: 'refused', path: '/master', as: 'owner@demo.example', settleMs: 500 },
  { name: 'not-found', path: '/somewhere', as: 'owner@demo.example', settleMs: 500 },
  { name: 'monitoring', path: '/monitoring', as: 'owner@demo.example', settleMs: 8000 },
  { name: 'monitoring-24-rooms', path: '/monitoring', as: 'agency-admin@demo.example', settleMs: 8000 },
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

/** The network goes, and the link has noticed. */
async function cutOff(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForTimeout(12_000);
}

/** A live screen, once its traces have come in. */
function live(name: string, path: string, settleMs = 9000): Screen {
  return { name, path, as: 'owner@demo.example', settleMs };
}

const { values } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://127.0.0.1:8080' }, only: { type: 'string' }, size: { type: 'string' }, theme: { type: 'string', default: 'dark' },
    folder: { type: 'string', default: fileURLToPath(new URL('../docs/screens', import.meta.url)) },
  },
});

async function takePictures(browser: Browser): Promise<void> {
  await mkdir(values.folder, { recursive: true });
  for (const { name, path, as, settleMs = 400, act } of SCREENS) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    for (const { name: size, ...viewport } of SIZES) {
      if (values.size !== undefined && values.size !== size) continue;
      const context = await browser.newContext({ viewport, locale: 'ja-JP', timezoneId: 'Asia/Tokyo', serviceWorkers: 'block' });
      await context.addInitScript((theme) => globalThis.localStorage.setItem('yamori.preferences', JSON.stringify({ theme, railNarrow: globalThis.innerWidth < 1400 })), values.theme);
      const page = await context.newPage();
      page.on('console', (message) => { if (message.type() === 'error') process.stderr.write(`${name}: ${message.text()}\n`); });
      page.on('pageerror', (error) => process.stderr.write(`${name}: ${String(error)}\n`));
      if (as !== null) await signIn(page, values.address, as, DEMONSTRATION_PASSWORD);
      await page.goto(`${values.address}${path}`);
      await page.waitForFunction(() => document.querySelector('[data-loading], #boot') === null);
      await page.waitForTimeout(settleMs);
      if (act) {
        await act(page);
        await page.waitForTimeout(600);
      }
      await page.screenshot({ path: `${values.folder}/${name}-${size}.png` });
      await context.close();
    }
  }
}

const browser = await openBrowser();
try {
  await takePictures(browser);
} finally {
  await browser.close();
}
