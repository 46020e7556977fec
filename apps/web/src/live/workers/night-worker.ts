import { config } from 'zod';
import { createNightEngine } from '../chart/nights/night-engine.ts';
import { isNightCommand } from '../chart/nights/night-message.ts';
import { createHttp } from '../../api/http.ts';
import { createTimelineClient } from '../../api/timeline-client.ts';

/**
 * The worker of one night's canvas: asks for tiles and draws them, so that a zoom never waits for
 * the page nor the page for it.
 */
function startNightWorker(): void {
  config({ jitless: true });
  const timeline = createTimelineClient(createHttp({ fetch: (url, init) => fetch(url, init) }));
  const engine = createNightEngine({
    source: timeline.tile,
    nowMs: () => performance.now(),
    requestFrame,
    tell: (notice) => globalThis.postMessage(notice),
  });
  globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isNightCommand(data)) return;
    if (data.type === 'night-attach') engine.attach(data);
    else engine.run(data);
  });
}

/** A worker's own animation frames where the browser has them. */
function requestFrame(draw: () => void): void {
  if (typeof globalThis.requestAnimationFrame === 'function')
    globalThis.requestAnimationFrame(draw);
  else setTimeout(draw, 16);
}

startNightWorker();
