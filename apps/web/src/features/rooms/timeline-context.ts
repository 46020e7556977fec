import { createContext, useContext } from 'react';
import { canDrawInWorker } from '../../chart/chart-host.ts';
import { nightChartHere, nightChartIn, type OpenNightChart } from '../../chart/nights/night-host.ts';
import { createTimelineClient, type TimelineClient } from '../../client/timeline-client.ts';

/** Where a room's timeline is read, and how a canvas of it is opened. */
export type TimelineAccess = { readonly client: Pick<TimelineClient, 'streams'>; readonly openChart: OpenNightChart };

const client = createTimelineClient({ fetch: (url, init) => fetch(url, init) });
const openChart: OpenNightChart = (opening) => {
  const open = canDrawInWorker() ? nightChartIn(() => new Worker(new URL('../../night-worker.ts', import.meta.url), { type: 'module', name: 'night' })) : nightChartHere(client.tile);
  return open(opening);
};

/** The server of the page, unless somebody hands in another. */
export const TimelineContext = createContext<TimelineAccess>({ client, openChart });

export const useTimeline = (): TimelineAccess => useContext(TimelineContext);
