import { createContext, useContext } from 'react';
import { canDrawInWorker } from '../../chart/chart-host.ts';
import { nightChartHere, nightChartIn, type OpenNightChart } from '../../chart/nights/night-host.ts';
import { createTimelineClient, type TimelineClient } from '../../client/timeline-client.ts';

/** Where a room's timeline is read, and how a canvas of it is opened. */
export type TimelineAccess = {
  readonly client: Pick<TimelineClient, 'streams'>;
  readonly openChart: OpenNightChart;
  /** Whoever is about to open a canvas waits less for it. */
  readonly prepareChart: () => void;
};

const client = createTimelineClient({ fetch: (url, init) => fetch(url, init) });
const startWorker = (): Worker => new Worker(new URL('../../night-worker.ts', import.meta.url), { type: 'module', name: 'night' });
// A worker takes a tenth of a second to come up: the next canvas's stands by, and serves that one alone.
const standing: { worker: Worker | null } = { worker: null };
const takeWorker = (): Worker => {
  const worker = standing.worker ?? startWorker();
  standing.worker = null;
  return worker;
};
const openChart: OpenNightChart = (opening) => (canDrawInWorker() ? nightChartIn(takeWorker) : nightChartHere(client.tile))(opening);
const prepareChart = (): void => { if (canDrawInWorker()) standing.worker ??= startWorker(); };

/** The server of the page, unless somebody hands in another. */
export const TimelineContext = createContext<TimelineAccess>({ client, openChart, prepareChart });

export const useTimeline = (): TimelineAccess => useContext(TimelineContext);
