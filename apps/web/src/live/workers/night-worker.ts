import { config } from 'zod';
import { createNightEngine } from '../chart/nights/night-engine.ts';
import { isNightCommand } from '../chart/nights/night-message.ts';
import { createHttp } from '../../api/http.ts';
import { createTimelineClient } from '../../api/timeline-client.ts';

/**
 * The worker of one night's canvas: requests tiles and draws them, so that zooming and the page
 * never wait for each other.
 */
function startNightWorker(): void {
  config({ jitless: true });
  const timeline = createTimelineClient(createHttp({ fetch: (url, init) => fetch(url, init) }));
  const engine = createNightEngine({
    source: timeline.tile,
    nowMs: () => performance.now(),
    requestFrame,
    notify: (notice) => globalThis.postMessage(notice),
  });
  globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isNightCommand(data)) return;
    if (data.type === 'night-attach') engine.attach(data);
    else engine.run(data);
  });
}

/** A worker's own animation frames, if the browser has them. */
function requestFrame(draw: () => void): void {
  if (typeof globalThis.requestAnimationFrame === 'function')
    globalThis.requestAnimationFrame(draw);
  else setTimeout(draw, 16);
}

startNightWorker();
