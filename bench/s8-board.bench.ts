import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';
import { printMachine, readVersion } from './rig/report.ts';
import { openWardServer } from './s8-ward-server.ts';

/**
 * S8: the board of rooms with frequent changes, built and in headless Chromium. Frames per second,
 * main-thread load, and layout shift (the sum of the browser's layout-shift entries without user
 * input).
 */
const SECONDS = 10;
const WARM_UP_MS = 4000;
const CHANGES_PER_SECOND = 1000;
const GOALS = 'aims: 60 fps, ≤ 30 % of a core, no layout shift';

type Line = {
  readonly fps: number;
  readonly slowestMs: number;
  readonly busyPercent: number;
  readonly shift: number;
  readonly changesPerSecond: number;
};
type Reading = { readonly frames: number; readonly slowestMs: number; readonly shift: number };

const CASES = [
  { name: '200 rooms, small cards', rooms: 200, path: '/index-list-smallcard', scroll: false },
  { name: '200 rooms, table', rooms: 200, path: '/index-list-table', scroll: false },
  {
    name: '10,000 rooms by 50, table, read on',
    rooms: 10_000,
    path: '/index-list-table?sort=name',
    scroll: true,
  },
] as const;

async function measure(from: Browser, rooms: number, path: string, scroll: boolean): Promise<Line> {
  const ward = await openWardServer(rooms, CHANGES_PER_SECOND);
  const page = await from.newPage({ viewport: { width: 1920, height: 1080 } });
  try {
    await page.goto(`${ward.address}${path}`);
    await page.waitForSelector('[data-room]');
    // Load all of the 200 rooms before the measurement. With 10,000 rooms, the reader loads more
    // all the time.
    if (!scroll) await readToEnd(page, rooms);
    await page.waitForTimeout(WARM_UP_MS);
    const cdp = await page.context().newCDPSession(page);
    // CPU time of the main thread, so that other programs do not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taskSeconds = async (): Promise<number> =>
      (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
        ?.value ?? 0;
    const [busyBefore, sentBefore] = [await taskSeconds(), ward.changesSent()];
    const reading: Reading = await page.evaluate(readFrames, { seconds: SECONDS, scroll });
    return {
      fps: reading.frames / SECONDS,
      slowestMs: reading.slowestMs,
      shift: reading.shift,
      busyPercent: (((await taskSeconds()) - busyBefore) / SECONDS) * 100,
      changesPerSecond: (ward.changesSent() - sentBefore) / SECONDS,
    };
  } finally {
    await page.close();
    ward.close();
  }
}

async function readToEnd(page: Page, rooms: number): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const count = await page.evaluate(() => {
      const scroller = document.querySelector('[data-room]')?.closest('ul, table')?.parentElement;
      scroller?.scrollTo(0, scroller.scrollHeight);
      return document.querySelector('h1 + span')?.textContent ?? '';
    });
    if (count.startsWith(String(rooms))) break;
    await page.waitForTimeout(700);
  }
  await page.evaluate(() =>
    document.querySelector('[data-room]')?.closest('ul, table')?.parentElement?.scrollTo(0, 0),
  );
}

const readFrames = ({ seconds, scroll }: { seconds: number; scroll: boolean }): Promise<Reading> =>
  new Promise((resolve) => {
    let [frames, slowestMs, shift] = [0, 0, 0];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value } = entry as PerformanceEntry & {
          hadRecentInput: boolean;
          value: number;
        };
        if (!hadRecentInput) shift += value;
      }
    }).observe({ type: 'layout-shift' });
    const scroller = document.querySelector('[data-room]')?.closest('ul, table')?.parentElement;
    const began = performance.now();
    let last = began;
    const frame = (now: number): void => {
      frames += 1;
      slowestMs = Math.max(slowestMs, now - last);
      last = now;
      if (scroll) scroller?.scrollBy(0, 30);
      if (now - began < seconds * 1000) requestAnimationFrame(frame);
      else resolve({ frames, slowestMs, shift });
    };
    requestAnimationFrame(frame);
  });

function print(name: string, line: Line): void {
  const cells = [
    `${line.fps.toFixed(1)} fps`,
    `slowest frame ${line.slowestMs.toFixed(0)} ms`,
    `main thread ${line.busyPercent.toFixed(1)} %`,
    `layout shift ${line.shift.toFixed(4)}`,
    `${line.changesPerSecond.toFixed(0)} changes/s`,
  ];
  console.log(`${name.padEnd(36)} ${cells.join('  ')}`);
}

const browser = await openBrowser(['--disable-gpu']);
try {
  printMachine({
    chromium: browser.version(),
    react: readVersion('react'),
    '@tanstack/react-virtual': readVersion('@tanstack/react-virtual'),
  });
  console.log(`S8 room board, ${CHANGES_PER_SECOND} changes/s for ${SECONDS} s; ${GOALS}`);
  for (const { name, rooms, path, scroll } of CASES)
    print(name, await measure(browser, rooms, path, scroll));
} finally {
  await browser.close();
}
