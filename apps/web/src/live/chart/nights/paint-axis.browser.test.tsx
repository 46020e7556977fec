import { expect, it } from 'vitest';
import { readNightPalette } from './night-palette.ts';
import { AXIS, getAxisTop, paintAxis } from './paint-axis.ts';
import type { Pen } from './pen.ts';
import { createTimeWriter } from './time-grid.ts';

const [WIDTH, HEIGHT] = [900, 500];
const AREA = { x: 108, y: 2, width: WIDTH - 108, height: HEIGHT - AXIS - 4 };

/** Rows that contain text of the axis. */
function letterRows(seen: number | null): readonly number[] {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d');
  if (context === null) throw new Error('no canvas context');
  const window = { fromMs: 0, toMs: 12 * 3_600_000 };
  const pen: Pen = {
    context,
    palette: { ...readNightPalette(document.documentElement), text2: '#ff0000' },
    px: 1,
    window,
    msPerPixel: (window.toMs - window.fromMs) / AREA.width,
  };
  paintAxis(pen, AREA, getAxisTop(AREA, seen, 1), createTimeWriter('Asia/Tokyo', 'ja-JP'));
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  return Array.from({ length: HEIGHT }, (_, row) => row).filter((row) =>
    Array.from({ length: WIDTH }, (_, column) => (row * WIDTH + column) * 4).some(
      (at) => (data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 80,
    ),
  );
}

it('the axis is below the lanes when all of them are visible', () => {
  expect(Math.min(...letterRows(null))).toBeGreaterThan(AREA.y + AREA.height);
  expect(letterRows(HEIGHT)).toEqual(letterRows(null));
});

it('the axis moves up to the edge of the page when the lanes continue below it', () => {
  const rows = letterRows(300);
  expect(Math.max(...rows)).toBeLessThan(300);
  expect(Math.min(...rows)).toBeGreaterThan(300 - AXIS - 2);
});

it('the axis leaves some of the lanes visible, however little of the chart is', () => {
  expect(Math.min(...letterRows(10))).toBeGreaterThan(AREA.y + 80);
});
