import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { createServer } from 'vite';
import { openBrowser } from '../e2e/browser.ts';
import { printMachine, readVersion } from './rig/report.ts';
import { openS2Server } from './s2-live-server.ts';
import type { S2Drawer, S2Scenario } from './s2-page.ts';

/**
 * S2: live traces in headless Chromium. Compares the product's own worker (socket, decoder and
 * canvas in one) with uPlot and ECharts, which draw the same frames in the page: main-thread time
 * per frame, frames per second, and the latter with a blocked page.
 */
const SECONDS = 8;
const WARM_UP_SECONDS = 5;
const BLOCKED_MS = 100;
const PERIOD_MS = 300;
const PORT = 5391;
const root = fileURLToPath(new URL('../', import.meta.url));
const named = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);

const SCENARIOS: readonly {
  readonly name: string;
  readonly scenario: S2Scenario;
  readonly drawers: readonly S2Drawer[];
}[] = [
  {
    name: '16 × 250 Hz',
    scenario: { kind: 'lanes', serials: named('ECG', 16) },
    drawers: ['yamori', 'uPlot', 'ECharts'],
  },
  {
    name: '24 rooms × 1',
    scenario: { kind: 'tiles', serials: named('ECG', 24) },
    drawers: ['yamori', 'uPlot', 'ECharts'],
  },
  {
    name: 'EIT 20/s',
    scenario: { kind: 'eit', serials: named('EIT', 1) },
    drawers: ['yamori', 'ECharts'],
  },
];

type Line = { readonly mainMs: number; readonly fps: number; readonly blockedFps: number };

const live = await openS2Server();
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'silent',
  appType: 'custom',
  worker: { format: 'es' },
  optimizeDeps: { include: ['echarts', 'uplot', 'zod'], entries: ['bench/s2-page.ts'] },
  server: {
    port: PORT,
    strictPort: true,
    hmr: false,
    watch: null,
    proxy: { '/live': { target: `http://127.0.0.1:${live.port}`, ws: true } },
  },
  plugins: [
    {
      name: 's2-page',
      configureServer: (server) => {
        server.middlewares.use('/s2', (_request, response) => {
          response.setHeader('content-type', 'text/html');
          response.end(
            '<!doctype html><body style="margin:0;background:#0d1315"><script type="module" src="/bench/s2-page.ts"></script>',
          );
        });
      },
    },
  ],
});
await vite.listen();
const browser = await openBrowser(['--disable-gpu']);
try {
  printMachine({
    chromium: browser.version(),
    uplot: readVersion('uplot'),
    echarts: readVersion('echarts'),
  });
  console.log(
    `${SECONDS} s each after ${WARM_UP_SECONDS} s; blocked = main thread busy ${BLOCKED_MS} ms of every ${PERIOD_MS} ms; aims: 60 fps blocked, ≤ 0.5 ms of main thread a frame`,
  );
  for (const { name, scenario, drawers } of SCENARIOS) {
    for (const drawer of drawers) print(name, drawer, await measure(browser, drawer, scenario));
  }
} finally {
  await browser.close();
  await vite.close();
  live.close();
}

function print(name: string, drawer: string, { mainMs, fps, blockedFps }: Line): void {
  console.log(
    `${name.padEnd(14)} ${drawer.padEnd(8)} main ${mainMs.toFixed(2).padStart(6)} ms/frame   ${fps.toFixed(0).padStart(3)} fps   blocked ${blockedFps.toFixed(0).padStart(3)} fps`,
  );
}

async function measure(chrome: Browser, drawer: S2Drawer, scenario: S2Scenario): Promise<Line> {
  const page = await chrome.newPage({ viewport: { width: 1920, height: 1080 } });
  try {
    await page.goto(`http://127.0.0.1:${PORT}/s2`);
    await page.waitForFunction(() => globalThis.window.startS2 !== undefined, undefined, {
      timeout: 60_000,
    });
    await page.evaluate(
      ([by, what, address]) =>
        globalThis.window.startS2?.(
          by,
          what,
          address,
          '/apps/web/src/live/workers/live-worker.ts?worker_file&type=module',
          '/apps/web/src/live/chart/chart-host.ts',
        ),
      [drawer, scenario, `ws://127.0.0.1:${PORT}`] as const,
    );
    await page.waitForTimeout(WARM_UP_SECONDS * 1000);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const before = await taskSeconds(session);
    const fps = await framesASecond(page, drawer);
    const mainMs = ((await taskSeconds(session)) - before) * 1000;
    await page.evaluate(
      ([busyMs, periodMs]) => {
        setInterval(() => {
          const until = performance.now() + busyMs;
          while (performance.now() < until);
        }, periodMs);
      },
      [BLOCKED_MS, PERIOD_MS] as const,
    );
    return { fps, mainMs: mainMs / (fps * SECONDS), blockedFps: await framesASecond(page, drawer) };
  } finally {
    await page.close();
  }
}

/** Busy time of the page's main thread since it was opened. */
async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN;
}

/** The worker reports its rate once a second; the others are counted in the page. */
async function framesASecond(page: Page, drawer: S2Drawer): Promise<number> {
  const frames = (): Promise<number> => page.evaluate(() => globalThis.window.s2Frames ?? 0);
  if (drawer !== 'yamori') {
    const before = await frames();
    const startedMs = performance.now();
    await page.waitForTimeout(SECONDS * 1000);
    return ((await frames()) - before) / ((performance.now() - startedMs) / 1000);
  }
  const rates: number[] = [];
  for (let second = 0; second < SECONDS; second++) {
    await page.waitForTimeout(1000);
    rates.push(await frames());
  }
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}
