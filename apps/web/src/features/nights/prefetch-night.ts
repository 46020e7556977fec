import type { QueryClient } from '@tanstack/react-query';
import { nightPalette } from '../../live/chart/nights/night-palette.ts';
import { isWhole } from '../../live/documents/document-reader.ts';
import type { ProductDocuments } from '../../live/documents/documents-context.tsx';
import { readHiddenLanes } from './lane-memory.ts';
import { drawnStreams } from './wave-lanes.ts';
import { firstNights, firstRoom, streamsQuery, type Night } from './api.ts';
import { SERVER_TIMELINE, type TimelineAccess } from './timeline-context.ts';
import { hiddenStreamLanes, isComputed } from './stream-lanes.ts';
import { wholeNight, parseWindow } from './view-window.ts';

export type PrefetchOptions = {
  readonly documents: ProductDocuments;
  readonly queries: QueryClient;
  readonly timeline?: TimelineAccess;
  readonly nowMs: () => number;
};
/** The parameters of a link to a night. */
export type NightLink = {
  readonly roomId: string;
  readonly night: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/**
 * Prefetches what the night's page shows first, so that it appears without a delay. The page
 * retries anything that fails here.
 */
export async function prefetchNight(
  { documents, queries, timeline = SERVER_TIMELINE, nowMs }: PrefetchOptions,
  { roomId, night, from, to }: NightLink,
): Promise<void> {
  timeline.prepareChart();
  void queries.prefetchQuery(firstRoom(documents, roomId));
  const nights = (await queries.fetchQuery(firstNights(documents, roomId, night))).filter(
    (found): found is Night => isWhole(found),
  );
  // The page makes the same choice.
  const chosen =
    night === ''
      ? (nights.find(({ state }) => state === 'done') ?? nights[0])
      : nights.find((found) => found.night === night);
  if (chosen === undefined) return;
  const range = { fromMs: chosen.from.getTime(), toMs: chosen.to.getTime() };
  const { streams } = await queries.fetchQuery(streamsQuery(timeline.client, roomId, range));
  const chosenLanes = readHiddenLanes(localStorage);
  timeline.prepareChart({
    roomId,
    window: parseWindow(from, to) ?? wholeNight(chosen, range, nowMs()),
    cssWidth: document.getElementById('page')?.clientWidth ?? globalThis.innerWidth,
    pixelRatio: globalThis.devicePixelRatio,
    font: nightPalette().font,
    streams: drawnStreams(
      streams,
      new Set([...(chosenLanes ?? []), ...hiddenStreamLanes(streams, chosenLanes)]),
    ).map((stream) => ({
      key: `${stream.serial}:${stream.streamId}`,
      sampleRateHz: stream.sampleRateHz,
      isComputed: isComputed(stream),
    })),
  });
}

export const dropPrepared = (): void => SERVER_TIMELINE.dropPrepared();
