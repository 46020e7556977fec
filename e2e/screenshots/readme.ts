import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { DEMONSTRATION_PASSWORD, signIn } from '../sign-in.ts';
import {
  captureScreens,
  type CaptureOptions,
  type CaptureResult,
  type Language,
  type Screen,
  type Sessions,
  type Size,
} from './capture.ts';
import { CARE_SCREENS } from './care-screens.ts';
import { NIGHT_SCREENS } from './night-screens.ts';

const OWNER = 'owner@demo.example';
/** Beds with a sleeping person. The demonstration needs about a quarter of an hour for it. */
const MIN_ASLEEP = 8;
const THEME = 'dark';
const SCALE = 2;

type ReadmeScreen = Screen & { readonly size: Size };

const find = (screens: readonly Screen[], name: string): Screen => {
  const screen = screens.find((each) => each.name === name);
  if (screen === undefined) throw new Error(`no screen is named ${name}`);
  return screen;
};

/** In this order: the last one answers the alarms that the others show. */
const README_SCREENS: readonly ReadmeScreen[] = [
  { ...find(CARE_SCREENS, 'board-smallcard'), name: 'board', size: '1366' },
  { ...find(CARE_SCREENS, 'board-smallcard'), name: 'phone', size: '390' },
  { ...find(NIGHT_SCREENS, 'room-sleep-waves'), name: 'night', size: '1366' },
  { ...find(NIGHT_SCREENS, 'room-alarms'), name: 'alarms', size: '1366' },
  { ...find(NIGHT_SCREENS, 'report'), name: 'report', size: '1366' },
  { ...find(CARE_SCREENS, 'monitoring-answering'), name: 'wall', size: '1366' },
];
export const README_SCREEN_NAMES = README_SCREENS.map(({ name }) => name);

type Target = {
  readonly browser: Browser;
  readonly address: string;
  readonly sessions: Sessions;
};

/**
 * Writes the pictures of README.md and README.ja.md to `<folder>/<language>/<name>.png`, reduced
 * to a palette. Waits until the demonstration has its recorded nights and most people sleep.
 */
export async function captureReadme(
  target: Target,
  folder: string,
  languages: readonly Language[],
): Promise<CaptureResult[]> {
  await waitUntilAsleep(target);
  const captured = await mkdtemp(join(tmpdir(), 'yamori-readme-'));
  const results: CaptureResult[] = [];
  try {
    for (const screen of README_SCREENS) {
      const options: CaptureOptions = {
        folder: captured,
        themes: [THEME],
        languages,
        sizes: [screen.size],
        scale: SCALE,
        words: [],
      };
      const result = await captureScreens({ ...target, screens: [screen] }, options);
      results.push(result);
      if (result.failures.length > 0) continue;
      for (const language of languages) {
        await mkdir(join(folder, language), { recursive: true });
        await reduceColours(
          join(captured, language, THEME, `${screen.name}-${screen.size}.png`),
          join(folder, language, `${screen.name}.png`),
        );
      }
    }
  } finally {
    await rm(captured, { recursive: true, force: true });
  }
  return results;
}

async function waitUntilAsleep({ browser, address }: Target): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await signIn(page, address, OWNER, DEMONSTRATION_PASSWORD);
    await page.goto(new URL('/index-list-smallcard', address).href);
    await page.waitForFunction(
      (least) =>
        [...document.querySelectorAll('main [data-room]')].filter(({ textContent }) =>
          /睡眠中|Asleep/.test(textContent),
        ).length >= least,
      MIN_ASLEEP,
      { timeout: 0, polling: 5_000 },
    );
    await waitForWaves(page, address);
  } finally {
    await context.close();
  }
}

/** The recording of last night is imported after the month of results. */
async function waitForWaves(page: Page, address: string): Promise<void> {
  for (;;) {
    await page.goto(new URL('/room/demo-akane-201/sleep', address).href);
    await page.locator('[data-night-chart][data-sharp="true"]').waitFor({ timeout: 0 });
    if ((await page.locator('[data-night-chart]:not([data-streams="0"])').count()) > 0) return;
    await page.waitForTimeout(10_000);
  }
}

const run = promisify(execFile);
/** Keeps the small text sharp, and each picture below 200 KB. */
const COLOURS = '48';

/** A quarter of the size without a visible difference: the screens have few colours. */
async function reduceColours(from: string, to: string): Promise<void> {
  try {
    await run('pngquant', ['--force', '--strip', '--speed', '1', '--output', to, COLOURS, from]);
  } catch (error) {
    throw new Error('pngquant failed; install it, for example by `apt-get install pngquant`', {
      cause: error,
    });
  }
}
