import type { ViewSize } from '../chart-spec.ts';
import { openSurface, type SurfaceCanvas } from '../surface/surface.ts';
import { valueAt } from './lane-values.ts';
import { drawNight, getMsPerPixel } from './night-drawing.ts';
import type { Cursors, NightSpec, TimeWindow } from './night-spec.ts';
import type { WaveRange } from './paint-wave.ts';
import type { TileShelves } from './tile-shelves.ts';
import { createTimeWriter } from './time-grid.ts';

/** What is drawn, and on which canvas. */
export type NightView = {
  readonly canvas: SurfaceCanvas;
  readonly spec: NightSpec;
  readonly window: TimeWindow;
  readonly size: ViewSize;
  readonly cursors: Cursors;
};

export type NightPainter = ReturnType<typeof createNightPainter>;

/** Draws views from the tiles of `store`. */
export function createNightPainter(store: TileShelves) {
  const ranges = new Map<string, WaveRange>();
  let writer = createTimeWriter('UTC', 'ja');

  const getPlace = ({ window, size }: NightView) => ({
    store,
    window,
    msPerPixel: getMsPerPixel(window, size.cssWidth, size.pixelRatio),
  });

  /** The value of each lane at the cursor; none without a cursor. */
  function getValues(view: NightView): (string | null)[] {
    const { atMs } = view.cursors;
    return atMs === null ? [] : view.spec.lanes.map((lane) => valueAt(lane, getPlace(view), atMs));
  }

  return {
    getPlace,
    getValues,
    setLocale({ timeZone, locale }: NightSpec): void {
      writer = createTimeWriter(timeZone, locale);
    },
    /** `seenHeight`: the visible height in CSS pixels; null for all. */
    paint(view: NightView, seenHeight: number | null): void {
      drawNight({
        context: openSurface(view.canvas),
        width: view.canvas.width,
        height: view.canvas.height,
        pixelRatio: view.size.pixelRatio,
        spec: view.spec,
        window: view.window,
        cursors: view.cursors,
        values: getValues(view),
        writer,
        store,
        ranges,
        seen: seenHeight,
      });
    },
  };
}
