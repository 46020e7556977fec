import { LIVE_PATH } from '@yamori/domain';
import {
  canDrawInWorker,
  type ChartHost,
  createPageHost,
  createWorkerHost,
} from './chart/chart-host.ts';
import { loadDecoder } from './chart/engine/decoder-loader.ts';
import { consoleLog } from '../api/client-log.ts';
import { linkOverPort } from './connection/link-port.ts';
import { sessionRefusal } from '../api/session-client.ts';
import { liveClock } from './connection/connection-state.ts';
import {
  createLiveConnection,
  PAGE_INTERVAL_MS,
  type LiveConnection,
} from './connection/live-connection.ts';
import { createHttp } from '../api/http.ts';
import { createTimelineClient, readPast } from '../api/timeline-client.ts';

/**
 * The live part of a page: the document connection and the chart renderer. Opened after sign-in.
 */
type Live = {
  readonly link: LiveConnection;
  readonly charts: ChartHost;
  readonly close: () => void;
};

/**
 * Starts the worker that owns the socket; a browser that cannot draw there does the same in the
 * page.
 */
export function openLive(view: Window): Live {
  return canDrawInWorker() ? openInWorker() : openInPage(view);
}

function openInWorker(): Live {
  const worker = new Worker(new URL('./workers/live-worker.ts', import.meta.url), {
    type: 'module',
    name: 'live',
  });
  const channel = new MessageChannel();
  worker.postMessage(null, [channel.port1]);
  const link = linkOverPort(channel.port2, liveClock());
  channel.port2.start();
  return {
    link,
    charts: createWorkerHost(worker),
    close() {
      link.close();
      worker.terminate();
    },
  };
}

function openInPage(view: Window): Live {
  const address = new URL(LIVE_PATH, view.location.origin.replace(/^http/, 'ws'));
  const timeline = createTimelineClient(
    createHttp({ fetch: (url, init) => view.fetch(url, init) }),
  );
  const link = createLiveConnection({
    openSocket: () => new WebSocket(address),
    clock: liveClock(),
    log: consoleLog(console),
    changesIntervalMs: PAGE_INTERVAL_MS,
    refusedBecause: sessionRefusal({ fetch: (url, init) => view.fetch(url, init) }),
  });
  return {
    link,
    charts: createPageHost(
      { watch: link.watch, past: (range) => readPast(timeline, range) },
      loadDecoder(),
    ),
    close: () => link.close(),
  };
}
