import type { ViewSize } from '../chart-spec.ts';
import type { Cursors, NightPalette, NightSpec, TimeWindow } from './night-spec.ts';
import type { StreamNeed } from './tile-store.ts';

/** From the page to the renderer. */
export type NightCommand =
  | {
      readonly type: 'night-attach';
      readonly canvas: OffscreenCanvas;
      readonly spec: NightSpec;
      readonly window: TimeWindow;
      readonly size: ViewSize;
    }
  /** Prefetches tiles before a canvas exists. */
  | ({ readonly type: 'night-ahead' } & TilesAhead)
  | { readonly type: 'night-spec'; readonly spec: NightSpec }
  | { readonly type: 'night-window'; readonly window: TimeWindow }
  | { readonly type: 'night-size'; readonly size: ViewSize }
  /** Visible height; null: all. */
  | { readonly type: 'night-seen'; readonly cssHeight: number | null }
  | { readonly type: 'night-cursors'; readonly cursors: Cursors }
  | { readonly type: 'night-table'; readonly id: number; readonly rows: number }
  | { readonly type: 'night-picture'; readonly id: number; readonly look: PictureStyle };

export type TilesAhead = {
  readonly roomId: string;
  readonly streams: readonly StreamNeed[];
  readonly window: TimeWindow;
  readonly cssWidth: number;
  readonly pixelRatio: number;
  readonly font: string;
};
export const tilesAhead = (ahead: TilesAhead): NightCommand => ({ type: 'night-ahead', ...ahead });

/** The look of a redrawn picture: for print, in any theme, with a heading above it. */
export type PictureStyle = {
  readonly palette: NightPalette;
  readonly pixelRatio: number;
  readonly heading: string;
  readonly note: string;
};

/** One row for each part of the window, with the value of each lane. */
export type NightTable = {
  readonly window: TimeWindow;
  readonly rows: readonly { readonly atMs: number; readonly values: readonly (string | null)[] }[];
};

export type NightNotice =
  /** The state of the canvas. `sharp`: nothing is coarser than the screen can show. */
  | {
      readonly type: 'night-drawn';
      readonly window: TimeWindow;
      readonly sharp: boolean;
      /** Number of timeline streams that are drawn. */
      readonly streams: number;
      readonly drawMs: number;
    }
  /** Why tiles are missing, as a problem code; null when they arrive again. */
  | { readonly type: 'night-error'; readonly code: string | null }
  | {
      readonly type: 'night-values';
      readonly atMs: number | null;
      readonly values: readonly (string | null)[];
    }
  | { readonly type: 'night-table'; readonly id: number; readonly table: NightTable }
  | { readonly type: 'night-picture'; readonly id: number; readonly picture: Blob };

const TAG = /^night-/;
/**
 * Both ends are built from this file in one build, so the tag alone identifies the type; other
 * messages are ignored.
 */
export const isNightCommand = (data: unknown): data is NightCommand => TAG.test(getTag(data));
export const isNightNotice = (data: unknown): data is NightNotice => TAG.test(getTag(data));
const getTag = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
    ? data.type
    : '';
