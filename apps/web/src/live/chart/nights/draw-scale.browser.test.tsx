import { expect, it } from 'vitest';
import { drawNight, getPlot } from './night-drawing.ts';
import { readNightPalette } from './night-palette.ts';
import type { CourseLane } from './night-spec.ts';
import { createTileShelves } from './tile-shelves.ts';
import { createTimeWriter } from './time-grid.ts';

const HEIGHT = 140;
/** Above the axis, whose text has the same colour. */
const LANE_ROWS = 90;
const LANE: CourseLane = {
  kind: 'course',
  id: 'heartRate',
  label: '',
  unit: '',
  far: 1,
  near: 1,
  missing: null,
  digits: 0,
  colour: 'ecg',
  low: 40,
  high: 100,
  bars: false,
  band: null,
  limits: [],
  series: [],
  overlay: [],
};

/** Columns of the lane that contain text of a scale. */
function lettersAt(width: number): number[] {
  const context = new OffscreenCanvas(width, HEIGHT).getContext('2d');
  if (context === null) throw new Error('no canvas context');
  drawNight({
    context,
    width,
    height: HEIGHT,
    pixelRatio: 1,
    window: { fromMs: 0, toMs: 30 * 86_400_000 },
    cursors: { atMs: null, t1Ms: null, t2Ms: null },
    values: [null],
    ranges: new Map(),
    spec: {
      roomId: 'r',
      lanes: [LANE],
      palette: { ...readNightPalette(document.documentElement), text2: '#ff0000' },
      timeZone: 'Asia/Tokyo',
      locale: 'ja-JP',
      title: '',
    },
    writer: createTimeWriter('Asia/Tokyo', 'ja-JP'),
    seen: null,
    store: createTileShelves({
      source: () => Promise.reject(new Error('a course requests no tiles')),
      nowMs: () => 0,
      onChange: () => undefined,
      onErrorCode: () => undefined,
    }),
  });
  const { data } = context.getImageData(0, 0, width, LANE_ROWS);
  const isLetter = (at: number): boolean => (data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 80;
  return Array.from({ length: width }, (_, column) => column).filter((column) =>
    Array.from({ length: LANE_ROWS }, (_, row) => (row * width + column) * 4).some(isLetter),
  );
}

it('a scale is drawn next to the lane, and in its corner on a narrow screen', () => {
  const wide = lettersAt(1000);
  expect(wide.length).toBeGreaterThan(5);
  expect(Math.max(...wide)).toBeLessThan(getPlot(1000).left);
  const narrow = lettersAt(390);
  expect(narrow.length).toBeGreaterThan(5);
  expect(Math.min(...narrow)).toBeGreaterThan(350);
});
