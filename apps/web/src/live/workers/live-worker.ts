import { LIVE_PATH } from '@yamori/domain';
import { config } from 'zod';
import { type ChartEngine, createChartEngine, runCommand } from '../chart/engine/chart-engine.ts';
import {
  type ChartCommand,
  type ChartNotice,
  isChartCommand,
} from '../chart/engine/chart-message.ts';
import { createEitModelLoader } from '../chart/eit/eit-model-loader.ts';
import { loadDecoder } from '../chart/engine/decoder-loader.ts';
import { consoleLog } from '../../api/client-log.ts';
import { serveLinkPort } from '../connection/link-port.ts';
import { sessionRefusal } from '../../api/session-client.ts';
import { liveClock } from '../connection/connection-state.ts';
import { createLiveConnection, PAGE_INTERVAL_MS } from '../connection/live-connection.ts';
import { createHttp } from '../../api/http.ts';
import { createTimelineClient, readPast } from '../../api/timeline-client.ts';

/**
 * The one worker of a page: the socket, the decoder and all live drawing, so that a busy page
 * cannot delay a trace. Memory is fixed: one ring for each trace, the newest frames win. The page's
 * documents use a port of the connection.
 */
function startWorker(): void {
  // The content security policy forbids evaluated code in the worker, as in the page; the schemas
  // must not try it.
  config({ jitless: true });
  const log = consoleLog(console);
  const clock = liveClock();
  const address = new URL(LIVE_PATH, globalThis.location.origin.replace(/^http/, 'ws'));
  const link = createLiveConnection({
    openSocket: () => new WebSocket(address),
    clock,
    log,
    changesIntervalMs: PAGE_INTERVAL_MS,
    refusedBecause: sessionRefusal({ fetch: (url, init) => fetch(url, init) }),
  });
  const timeline = createTimelineClient(createHttp({ fetch: (url, init) => fetch(url, init) }));
  const post = (notice: ChartNotice): void => globalThis.postMessage(notice);
  const waiting: ChartCommand[] = [];
  let engine: ChartEngine | null = null;

  globalThis.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = event;
    if (isChartCommand(data)) {
      if (engine === null) waiting.push(data);
      else runCommand(engine, data);
      return;
    }
    const [port] = event.ports;
    if (port === undefined) return;
    serveLinkPort(port, link);
    port.start();
  });

  loadDecoder()
    .then((decoder) => {
      engine = createChartEngine({
        source: { watch: link.watch, past: (range) => readPast(timeline, range) },
        decoder,
        eitModel: createEitModelLoader(),
        nowMs: () => performance.now(),
        wallMs: () => Date.now(),
        requestFrame,
        report: (report) => post({ type: 'report', report }),
      });
      post({ type: 'ready' });
      for (const command of waiting.splice(0)) runCommand(engine, command);
    })
    .catch((error: unknown) => {
      log.error('worker: the frame decoder failed to load', { reason: String(error) });
      post({ type: 'failed', reason: 'decoder' });
    });
}

/** A worker's own animation frames, if the browser has them. */
function requestFrame(draw: () => void): void {
  if (typeof globalThis.requestAnimationFrame === 'function')
    globalThis.requestAnimationFrame(draw);
  else setTimeout(draw, 16);
}

startWorker();
