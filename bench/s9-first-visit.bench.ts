import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';
import { percentile, printMachine, readVersion } from './rig/report.ts';
import { startServer } from './rig/server-process.ts';

/**
 * S9: the first visit, from an empty cache to the built application on the real server. Gzip JS
 * that the sign-in page fetches; time to the largest contentful paint of the board (LCP), at full
 * speed and with the CPU slowed 4 times; and the time of `npm start` to a live demo in a new
 * folder.
 */
const ROUNDS = 5;
const SLOWED = 4;
/**
 * The same router, translation and component library with one empty page, measured once before the
 * product was written.
 */
const BARE_SHELL_KB = 133;
const GOALS = 'aims: ≤ 150 KB, ≤ 1.0 s, slowed ≤ 2.5 s, npm start ≤ 15 s';
const DIST = join(import.meta.dirname, '../apps/web/dist');
const OWNER = { email: 'owner@demo.example', password: 'quiet-night-gecko' };

async function listScripts(browser: Browser, address: string): Promise<readonly string[]> {
  // Without the service worker, which fetches the rest of the product after the page has loaded.
  const context = await browser.newContext({ locale: 'ja-JP', serviceWorkers: 'block' });
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(`${address}/login`);
  await page.getByRole('button', { name: 'サインインする' }).waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return [...scripts].toSorted();
}

const gzipBytes = (path: string): number =>
  gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length;

async function largestPaints(
  browser: Browser,
  address: string,
  slowedBy: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({
      locale: 'ja-JP',
      serviceWorkers: 'block',
      viewport: { width: 1366, height: 768 },
    });
    const page = await signedIn(context, address);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
    await page.goto(`${address}/index-list-smallcard`);
    await page.waitForSelector('[data-room]');
    await page.waitForTimeout(1500);
    times.push(await page.evaluate(largestPaintMs));
    await context.close();
  }
  return times;
}

async function signedIn(context: BrowserContext, address: string): Promise<Page> {
  const reply = await context.request.post(`${address}/api/session/sign-in`, {
    data: OWNER,
    headers: { origin: address },
  });
  if (!reply.ok()) throw new Error(`sign-in returned ${reply.status()}`);
  return context.newPage();
}

const largestPaintMs = (): Promise<number> =>
  new Promise((resolve) => {
    new PerformanceObserver((list) =>
      resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
    ).observe({ type: 'largest-contentful-paint', buffered: true });
  });

/** Seconds from `npm start` to its line with the address, with everything built and installed. */
async function startSeconds(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-start-'));
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', MQTT_PORT: '0', YAMORI_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const chunk of child.stdout) if (String(chunk).includes('http://')) break;
    return (performance.now() - began) / 1000;
  } finally {
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const spread = (times: readonly number[]): string =>
  `median ${seconds(percentile(times, 0.5))}, slowest ${seconds(Math.max(...times))} of ${times.length}`;

const browser = await openBrowser(['--disable-gpu']);
const server = await startServer();
try {
  printMachine({ chromium: browser.version(), vite: readVersion('vite') });
  console.log(`S9 first visit; ${GOALS}`);
  const scripts = await listScripts(browser, server.url);
  const all = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'));
  const bytes = scripts.reduce((sum, path) => sum + gzipBytes(path), 0);
  console.log(
    `sign-in page       ${(bytes / 1000).toFixed(1)} KB of gzip JS in ${scripts.length} files of ${all.length}; bare shell ${BARE_SHELL_KB} KB`,
  );
  console.log(`board, LCP         ${spread(await largestPaints(browser, server.url, 1))}`);
  console.log(
    `board, LCP, CPU ÷${SLOWED} ${spread(await largestPaints(browser, server.url, SLOWED))}`,
  );
} finally {
  await server.stop();
  await browser.close();
}
console.log(
  `npm start          ${(await startSeconds()).toFixed(1)} s to the address of a new ward, built and installed`,
);
