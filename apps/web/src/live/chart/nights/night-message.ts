import type { ViewSize } from '../chart-spec.ts';
import type { Cursors, NightPalette, NightSpec, TimeWindow } from './night-spec.ts';
import type { StreamNeed } from './tile-store.ts';

/** From the page to whoever draws. */
export type NightCommand =
  | {
      readonly type: 'night-attach';
      readonly canvas: OffscreenCanvas;
      readonly spec: NightSpec;
      readonly window: TimeWindow;
      readonly size: ViewSize;
    }
  /** Before there is a canvas: what will be seen is asked for already. */
  | ({ readonly type: 'night-ahead' } & TilesAhead)
  | { readonly type: 'night-spec'; readonly spec: NightSpec }
  | { readonly type: 'night-window'; readonly window: TimeWindow }
  | { readonly type: 'night-size'; readonly size: ViewSize }
  /** How much of the height is within the page; null: all. */
  | { readonly type: 'night-seen'; readonly cssHeight: number | null }
  | { readonly type: 'night-cursors'; readonly cursors: Cursors }
  | { readonly type: 'night-table'; readonly id: number; readonly rows: number }
  | { readonly type: 'night-picture'; readonly id: number; readonly look: PictureLook };

export type TilesAhead = {
  readonly roomId: string;
  readonly streams: readonly StreamNeed[];
  readonly window: TimeWindow;
  readonly cssWidth: number;
  readonly pixelRatio: number;
  readonly font: string;
};
export const tilesAhead = (ahead: TilesAhead): NightCommand => ({ type: 'night-ahead', ...ahead });

/**
 * How a picture is drawn anew: for paper, whatever the screen's theme is. What is seen stands above
 * it in words.
 */
export type PictureLook = {
  readonly palette: NightPalette;
  readonly pixelRatio: number;
  readonly heading: string;
  readonly note: string;
};

/** One row a part of the window: what each lane shows there. */
export type NightTable = {
  readonly window: TimeWindow;
  readonly rows: readonly { readonly atMs: number; readonly values: readonly (string | null)[] }[];
};

export type NightNotice =
  /**
   * What stands on the canvas now. `sharp`: nothing of it is coarser than the screen could show.
   */
  | {
      readonly type: 'night-drawn';
      readonly window: TimeWindow;
      readonly sharp: boolean;
      /** Streams of the timeline that are drawn. */
      readonly streams: number;
      readonly drawMs: number;
    }
  /** Why tiles are missing, by the problem's code; null when they come again. */
  | { readonly type: 'night-trouble'; readonly code: string | null }
  | {
      readonly type: 'night-values';
      readonly atMs: number | null;
      readonly values: readonly (string | null)[];
    }
  | { readonly type: 'night-table'; readonly id: number; readonly table: NightTable }
  | { readonly type: 'night-picture'; readonly id: number; readonly picture: Blob };

const TAG = /^night-/;
/**
 * Both ends are built from this file in one build, so the tag alone tells the shape; foreign
 * messages are left alone.
 */
export const isNightCommand = (data: unknown): data is NightCommand => TAG.test(tagOf(data));
export const isNightNotice = (data: unknown): data is NightNotice => TAG.test(tagOf(data));
const tagOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
    ? data.type
    : '';
