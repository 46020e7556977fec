import { createContext, useContext } from 'react';
import { canDrawInWorker } from '../../live/chart/chart-host.ts';
import {
  nightChartHere,
  nightChartIn,
  type OpenNightChart,
} from '../../live/chart/nights/night-host.ts';
import { tilesAhead, type TilesAhead } from '../../live/chart/nights/night-message.ts';
import { pageTimeline, type TimelineClient } from '../../api/timeline-client.ts';

/** Reads a room's timeline and opens a canvas of it. */
export type TimelineAccess = {
  readonly client: Pick<TimelineClient, 'streams'>;
  readonly openChart: OpenNightChart;
  /** Starts a worker and prefetches tiles, so that the next canvas opens faster. */
  readonly prepareChart: (ahead?: TilesAhead) => void;
  /** Prepared data belongs to the member who was signed in. */
  readonly dropPrepared: () => void;
};

const startWorker = (): Worker =>
  new Worker(new URL('../../live/workers/night-worker.ts', import.meta.url), {
    type: 'module',
    name: 'night',
  });
// A worker needs 100 ms to start, so one is ready for the next canvas.
const prepared: { worker: Worker | null } = { worker: null };
const takeWorker = (): Worker => {
  const worker = prepared.worker ?? startWorker();
  prepared.worker = null;
  return worker;
};
const openChart: OpenNightChart = (opening) =>
  (canDrawInWorker() ? nightChartIn(takeWorker) : nightChartHere(pageTimeline.tile))(opening);
const prepareChart: TimelineAccess['prepareChart'] = (ahead) => {
  if (!canDrawInWorker()) return;
  prepared.worker ??= startWorker();
  if (ahead !== undefined) prepared.worker.postMessage(tilesAhead(ahead));
};
const dropPrepared = (): void => {
  prepared.worker?.terminate();
  prepared.worker = null;
};
export const SERVER_TIMELINE: TimelineAccess = {
  client: pageTimeline,
  openChart,
  prepareChart,
  dropPrepared,
};

/** Defaults to the server of the page. */
export const TimelineContext = createContext(SERVER_TIMELINE);

export const useTimeline = (): TimelineAccess => useContext(TimelineContext);
