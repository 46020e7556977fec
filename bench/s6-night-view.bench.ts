import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';
import { percentile, printMachine, readVersion } from './rig/report.ts';
import {
  openNightWard,
  S6_FROM_MS,
  S6_HOURS,
  S6_NIGHT,
  S6_RATE_HZ,
  S6_ROOM,
  s6Samples,
  type NightWard,
} from './s6-night-ward.ts';

/**
 * S6: a night of 8 h with ECG at 250 Hz (7.2 million samples), the built application and the real
 * server. First paint after the click, each zoom step from 8 h to 1 s, and the drawn peaks compared
 * with the raw samples. For comparison, uPlot on the raw array in the same browser.
 */
const ROUNDS = 3;
const STEP_WHEEL = -320;
const SMALLEST_MS = 1000;
const PATIENCE_MS = 20_000;
const web = process.env['S6_WEB'] ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const whole = { fromMs: S6_FROM_MS, toMs: S6_FROM_MS + S6_HOURS * 3_600_000 };

type Step = { readonly windowMs: number; readonly drawnMs: number; readonly sharpMs: number };

const samples = s6Samples();
const ward = await openNightWard(web, samples);
const browser = await openBrowser(['--disable-gpu']);
try {
  printMachine({ chromium: browser.version(), uplot: readVersion('uplot') });
  console.log(
    `S6 night view, ${samples.length.toLocaleString('en')} samples; aims: first paint ≤ 300 ms after the click, each zoom step ≤ 50 ms, no lost peak`,
  );
  for (let round = 1; round <= ROUNDS; round++) await measureRound(browser, ward, round);
  await countPeaks(browser, ward);
  await measureUplot(browser);
} finally {
  await browser.close();
  await ward.close();
}

async function openPage(
  from: Browser,
  { address, cookies }: NightWard,
  path: string,
): Promise<Page> {
  const context = await from.newContext({
    viewport: { width: 1920, height: 1080 },
    timezoneId: 'Asia/Tokyo',
    locale: 'ja-JP',
  });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  const page = await context.newPage();
  await page.goto(`${address}${path}`);
  return page;
}

async function measureRound(from: Browser, at: NightWard, round: number): Promise<void> {
  const page = await openPage(from, at, `/room/${S6_ROOM}/result`);
  const tab = `a[href^="/room/${S6_ROOM}/sleep"]`;
  await page.waitForSelector(tab);
  // Like a user: rest the pointer on the link before clicking, which prefetches the screen's code.
  await page.hover(tab);
  await page.waitForTimeout(1000);
  const opened = await page.evaluate(timeOpening, tab);
  const steps = await page.evaluate(timeZoom, {
    wheel: STEP_WHEEL,
    smallestMs: SMALLEST_MS,
    patienceMs: PATIENCE_MS,
  });
  const back = await page.evaluate(timeZoom, {
    wheel: -STEP_WHEEL,
    smallestMs: S6_HOURS * 3_600_000,
    patienceMs: PATIENCE_MS,
  });
  await page.context().close();
  console.log(
    `round ${round}: click → first paint ${opened.drawnMs.toFixed(0)} ms, with all waveforms ${opened.sharpMs.toFixed(0)} ms`,
  );
  printSteps(`round ${round}: in`, steps);
  printSteps(`round ${round}: out`, back);
}

function printSteps(name: string, steps: readonly Step[]): void {
  const [drawn, sharp] = [steps.map((step) => step.drawnMs), steps.map((step) => step.sharpMs)];
  const words = (values: readonly number[]): string =>
    `median ${percentile(values, 0.5).toFixed(0)}, worst ${Math.max(...values).toFixed(0)} ms`;
  console.log(
    `${name}, ${steps.length} steps: drawn ${words(drawn)}; sharp ${words(sharp)}   ${steps.map((step) => `${step.windowMs < 60_000 ? `${(step.windowMs / 1000).toFixed(1)}s` : `${(step.windowMs / 60_000).toFixed(0)}m`}:${step.drawnMs.toFixed(0)}/${step.sharpMs.toFixed(0)}`).join(' ')}`,
  );
}

/** From the click to the first picture on the canvas, and to one at screen resolution. */
function timeOpening(
  selector: string,
): Promise<{ readonly drawnMs: number; readonly sharpMs: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    let drawnMs = Number.NaN;
    const check = (): void => {
      const chart = document.querySelector<HTMLElement>('[data-night-chart]');
      if (Number.isNaN(drawnMs) && chart?.dataset['drawnFrom'] !== undefined)
        drawnMs = performance.now() - began;
      // The stream list is still loading; without streams nothing is missing yet.
      if (chart?.dataset['sharp'] === 'true' && Number(chart.dataset['streams']) > 0)
        return resolve({ drawnMs, sharpMs: performance.now() - began });
      setTimeout(check, 1);
    };
    document.querySelector<HTMLElement>(selector)?.click();
    check();
  });
}

/**
 * Turns the wheel over the middle until the given window is shown. A step is done when the canvas
 * shows the new window.
 */
async function timeZoom({
  wheel,
  smallestMs,
  patienceMs,
}: {
  wheel: number;
  smallestMs: number;
  patienceMs: number;
}): Promise<{ windowMs: number; drawnMs: number; sharpMs: number }[]> {
  const chart = document.querySelector<HTMLElement>('[data-night-chart]');
  if (chart === null) return [];
  const { left, top, width, height } = chart.getBoundingClientRect();
  const seen = (): number => Number(chart.dataset['drawnTo']) - Number(chart.dataset['drawnFrom']);
  const until = (holds: () => boolean): Promise<number> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const check = (): void => {
        if (holds()) return resolve(performance.now());
        if (performance.now() - began > patienceMs)
          return reject(new Error(`the picture was not drawn: ${JSON.stringify(chart.dataset)}`));
        setTimeout(check, 0);
      };
      check();
    });
  const steps: { windowMs: number; drawnMs: number; sharpMs: number }[] = [];
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  while (wheel < 0 ? seen() > smallestMs * 1.01 : seen() < smallestMs * 0.99) {
    const before = seen();
    const began = performance.now();
    chart.dispatchEvent(
      new WheelEvent('wheel', {
        deltaY: wheel,
        clientX: left + width * 0.53,
        clientY: top + height / 2,
        bubbles: true,
        cancelable: true,
      }),
    );
    const drawn = await until(() => Math.abs(seen() - before) > before * 0.01);
    const sharp = await until(() => chart.dataset['sharp'] === 'true');
    steps.push({ windowMs: seen(), drawnMs: drawn - began, sharpMs: sharp - began });
    // A user turns about five notches a second.
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  return steps;
}

/**
 * Reads the table behind the chart, which has the same source as the picture, and compares every
 * row's extremes with the samples.
 */
async function countPeaks(from: Browser, at: NightWard): Promise<void> {
  let [rows, lost] = [0, 0];
  for (let lengthMs = whole.toMs - whole.fromMs; lengthMs >= SMALLEST_MS; lengthMs /= 2) {
    const middle = whole.fromMs + (whole.toMs - whole.fromMs) * 0.53;
    const window = {
      fromMs: Math.max(whole.fromMs, Math.round(middle - lengthMs / 2)),
      toMs: Math.min(whole.toMs, Math.round(middle + lengthMs / 2)),
    };
    const page = await openPage(
      from,
      at,
      `/room/${S6_ROOM}/sleep?night=${S6_NIGHT}&from=${new Date(window.fromMs).toISOString()}&to=${new Date(window.toMs).toISOString()}`,
    );
    await page.waitForSelector('[data-night-chart][data-sharp="true"]:not([data-streams="0"])');
    await page.click('[data-tool="table"]');
    await page.waitForSelector('table tbody tr');
    const shown = await page.evaluate(() => {
      const column = [...document.querySelectorAll('table thead th')].findIndex(
        (head) => head.getAttribute('data-lane') === 'ecg',
      );
      return [...document.querySelectorAll('table tbody tr')].map(
        (row) => row.children[column]?.textContent ?? '',
      );
    });
    await page.context().close();
    shown.forEach((text, row) => {
      const [low = Number.NaN, high = Number.NaN] = text.split(' … ').map(Number);
      const own = extremes(
        window.fromMs + (row * (window.toMs - window.fromMs)) / shown.length,
        window.fromMs + ((row + 1) * (window.toMs - window.fromMs)) / shown.length,
      );
      rows += 1;
      if (!(low <= own.low / 1000 + 0.0006 && high >= own.high / 1000 - 0.0006)) lost += 1;
    });
  }
  console.log(
    `peaks: ${rows} parts of 15 windows from 8 h to 1 s compared with the raw samples, ${lost} with a lost peak (aim 0)`,
  );
}

function extremes(fromMs: number, toMs: number): { readonly low: number; readonly high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const first = Math.max(0, Math.ceil(((fromMs - S6_FROM_MS) * S6_RATE_HZ) / 1000));
  const end = Math.min(samples.length, Math.ceil(((toMs - S6_FROM_MS) * S6_RATE_HZ) / 1000));
  for (let index = first; index < end; index++) {
    low = Math.min(low, samples[index] ?? low);
    high = Math.max(high, samples[index] ?? high);
  }
  return { low, high };
}

/**
 * uPlot with the raw arrays already in the page: no server, no other track, the whole array in
 * memory.
 */
async function measureUplot(from: Browser): Promise<void> {
  const page = await from.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.setContent('<!doctype html><body style="margin:0"><div id="plot"></div>');
  await page.addScriptTag({
    content: readFileSync(
      new URL('../node_modules/uplot/dist/uPlot.iife.min.js', import.meta.url),
      'utf8',
    ),
  });
  const figures = await page.evaluate(
    async ({ count, rate }) => {
      type Plot = {
        readonly setScale: (name: string, range: { min: number; max: number }) => void;
      };
      // Defined by the script above.
      const UPlot = (
        globalThis as unknown as {
          uPlot: new (
            options: object,
            data: readonly Float64Array[],
            place: Element | null,
          ) => Plot;
        }
      ).uPlot;
      const times = Float64Array.from({ length: count }, (_, index) => index / rate);
      const values = Float64Array.from(
        { length: count },
        (_, index) => Math.sin(index / 40) + (index % 17_977 === 0 ? 3 : 0),
      );
      const painted = (): Promise<number> =>
        new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
        });
      const began = performance.now();
      const plot = new UPlot(
        {
          width: 1600,
          height: 300,
          scales: { x: { time: false } },
          series: [{}, { stroke: 'green' }],
        },
        [times, values],
        document.querySelector('#plot'),
      );
      const firstMs = (await painted()) - began;
      const steps: number[] = [];
      for (let seconds = count / rate / 2; seconds >= 1; seconds /= 2) {
        const stepBegan = performance.now();
        plot.setScale('x', {
          min: (count / rate) * 0.53 - seconds / 2,
          max: (count / rate) * 0.53 + seconds / 2,
        });
        steps.push((await painted()) - stepBegan);
      }
      return { firstMs, steps };
    },
    { count: samples.length, rate: S6_RATE_HZ },
  );
  await page.close();
  console.log(
    `uPlot on the raw array (already in memory, one lane): first paint ${figures.firstMs.toFixed(0)} ms; zoom median ${percentile(figures.steps, 0.5).toFixed(0)}, worst ${Math.max(...figures.steps).toFixed(0)} ms`,
  );
}
