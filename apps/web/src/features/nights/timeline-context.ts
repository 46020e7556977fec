import { createContext, useContext } from 'react';
import { canDrawInWorker } from '../../live/chart/chart-host.ts';
import {
  nightChartHere,
  nightChartIn,
  type OpenNightChart,
} from '../../live/chart/nights/night-host.ts';
import { tilesAhead, type TilesAhead } from '../../live/chart/nights/night-message.ts';
import { createHttp } from '../../api/http.ts';
import { createTimelineClient, type TimelineClient } from '../../api/timeline-client.ts';

/** Where a room's timeline is read, and how a canvas of it is opened. */
export type TimelineAccess = {
  readonly client: Pick<TimelineClient, 'streams'>;
  readonly openChart: OpenNightChart;
  /** Whoever is about to open a canvas waits less for it, and for what it will show. */
  readonly prepareChart: (ahead?: TilesAhead) => void;
  /** What was prepared belongs to who was signed in. */
  readonly dropPrepared: () => void;
};

const client = createTimelineClient(createHttp({ fetch: (url, init) => fetch(url, init) }));
const startWorker = (): Worker =>
  new Worker(new URL('../../live/workers/night-worker.ts', import.meta.url), {
    type: 'module',
    name: 'night',
  });
// A worker takes a tenth of a second to come up: the next canvas's stands by, and serves that one
// alone.
const standing: { worker: Worker | null } = { worker: null };
const takeWorker = (): Worker => {
  const worker = standing.worker ?? startWorker();
  standing.worker = null;
  return worker;
};
const openChart: OpenNightChart = (opening) =>
  (canDrawInWorker() ? nightChartIn(takeWorker) : nightChartHere(client.tile))(opening);
const prepareChart: TimelineAccess['prepareChart'] = (ahead) => {
  if (!canDrawInWorker()) return;
  standing.worker ??= startWorker();
  if (ahead !== undefined) standing.worker.postMessage(tilesAhead(ahead));
};
const dropPrepared = (): void => {
  standing.worker?.terminate();
  standing.worker = null;
};
export const SERVER_TIMELINE: TimelineAccess = { client, openChart, prepareChart, dropPrepared };

/** The server of the page, unless somebody hands in another. */
export const TimelineContext = createContext(SERVER_TIMELINE);

export const useTimeline = (): TimelineAccess => useContext(TimelineContext);
