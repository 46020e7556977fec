import { expect, it } from 'vitest';
import { createWorkerHost } from './chart-host.ts';
import { isChartNotice } from './engine/chart-message.ts';
import { aView } from './testing/chart-bench.ts';

/**
 * Much longer than the quarter of a second between reports, so that even a busy machine sends
 * several.
 */
const BLOCKED_MS = 4000;

it('the worker keeps drawing while the page is blocked', async () => {
  const worker = new Worker(new URL('../workers/live-worker.ts', import.meta.url), {
    type: 'module',
  });
  const host = createWorkerHost(worker);
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  const view = host.attach(canvas, aView(), { cssWidth: 400, cssHeight: 100, pixelRatio: 1 });
  await expect.poll(() => host.report().framesPerSecond).toBeGreaterThan(0);

  const reports: { sentMs: number; views: readonly number[] }[] = [];
  worker.addEventListener('message', ({ data, timeStamp }: MessageEvent<unknown>) => {
    if (isChartNotice(data) && data.type === 'report')
      reports.push({ sentMs: timeStamp, views: data.report.views.map((drawn) => drawn.viewId) });
  });
  const until = performance.now() + BLOCKED_MS;
  while (performance.now() < until);
  const endedAt = reports.length;
  // A timer may run before the queued messages; a fresh report arrives a quarter of a second after
  // the last.
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });

  expect(endedAt).toBe(0);
  // The reports were sent while the page was blocked: in order, and each of them complete.
  expect(reports.length).toBeGreaterThanOrEqual(2);
  expect(reports.map((report) => report.sentMs)).toEqual(
    reports.map((report) => report.sentMs).toSorted((a, b) => a - b),
  );
  expect(reports.every((report) => report.views.includes(view.viewId))).toBe(true);
  view.detach();
  worker.terminate();
  canvas.remove();
});
