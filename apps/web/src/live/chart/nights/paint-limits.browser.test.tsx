import { expect, it } from 'vitest';
import { readNightPalette } from './night-palette.ts';
import type { CourseLane } from './night-spec.ts';
import { getTrendRange, paintTrend } from './paint-trend.ts';

const BOX = { x: 0, y: 0, width: 100, height: 100 };
const WINDOW = { fromMs: 0, toMs: 100 };
const lane = (limits: readonly number[]): CourseLane => ({
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
  limits,
  series: [],
  overlay: [],
});

/** Rows of the picture that contain the threshold's colour. */
function rows(limits: readonly number[]): number[] {
  const context = new OffscreenCanvas(BOX.width, BOX.height).getContext('2d');
  if (context === null) throw new Error('no canvas context');
  paintTrend(
    {
      context,
      palette: { ...readNightPalette(document.documentElement), warning: '#ff0000' },
      px: 2,
      window: WINDOW,
      msPerPixel: 1,
    },
    BOX,
    lane(limits),
  );
  const { data } = context.getImageData(0, 0, BOX.width, BOX.height);
  return Array.from({ length: BOX.height }, (_, row) => row).filter((row) =>
    Array.from(
      { length: BOX.width },
      (_, column) => data[(row * BOX.width + column) * 4] ?? 0,
    ).some((red) => red > 200),
  );
}

it('a threshold is a dashed line at its height, and the scale always includes it', () => {
  expect(rows([])).toEqual([]);
  // 70 is in the middle of 40 to 100.
  expect(rows([70])).toEqual([49, 50]);
  expect(getTrendRange(lane([35, 118]), WINDOW)).toEqual({ low: 35, high: 120 });
  expect(rows([35, 118]).length).toBeGreaterThanOrEqual(3);
});
