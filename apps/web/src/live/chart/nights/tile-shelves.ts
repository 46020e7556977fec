import type { TimeWindow } from './night-spec.ts';
import {
  TileStore,
  type ClippedPiece,
  type StreamNeed,
  type TileStoreOptions,
} from './tile-store.ts';

/** Provides the tiles for the lanes. */
export type TileShelves = {
  readonly setStreams: (roomId: string, streams: readonly StreamNeed[]) => void;
  readonly want: (window: TimeWindow, msPerPixel: number) => void;
  readonly isSharp: (window: TimeWindow, msPerPixel: number) => boolean;
  readonly pieces: (key: string, window: TimeWindow, msPerPixel: number) => ClippedPiece[];
  readonly close: () => void;
};

/**
 * Streams that the server computes on request take seconds and wait in a queue. They are requested
 * separately, so that everything else appears without a delay.
 */
export function createTileShelves({
  onErrorCode: onTrouble,
  ...options
}: TileStoreOptions): TileShelves {
  const troubles: [string | null, string | null] = [null, null];
  const shelf = (at: 0 | 1, isAhead: boolean): TileStore =>
    new TileStore({
      ...options,
      prefetchesNextZoom: isAhead,
      onErrorCode: (code) => {
        troubles[at] = code;
        onTrouble(troubles[0] ?? troubles[1]);
      },
    });
  const [stored, workedOut] = [shelf(0, true), shelf(1, false)];
  const both = [stored, workedOut];
  const keysWorkedOut = new Set<string>();
  return {
    setStreams: (roomId, streams) => {
      keysWorkedOut.clear();
      for (const { key, isComputed } of streams) if (isComputed) keysWorkedOut.add(key);
      stored.setStreams(
        roomId,
        streams.filter(({ isComputed }) => !isComputed),
      );
      workedOut.setStreams(
        roomId,
        streams.filter(({ isComputed }) => isComputed),
      );
    },
    want: (window, msPerPixel) => both.forEach((store) => store.want(window, msPerPixel)),
    isSharp: (window, msPerPixel) => both.every((store) => store.isSharp(window, msPerPixel)),
    pieces: (key, window, msPerPixel) =>
      (keysWorkedOut.has(key) ? workedOut : stored).pieces(key, window, msPerPixel),
    close: () => both.forEach((store) => store.close()),
  };
}
