import type { Box } from '../surface/surface.ts';
import { type Pen, measureText, write, timeToX } from './pen.ts';
import type { TimeWriter } from './time-grid.ts';

/** CSS pixels: the axis, and the width of a time label. */
export const AXIS = 38;
const TICK_ROOM = 76;
/** Minimum visible height of the lanes; with less, the axis would cover them all. */
const MIN_SEEN = 90;

/**
 * The lower end of the visible lanes. An axis below the edge of the page would be useless, so it
 * moves up to that edge.
 */
export const getAxisTop = (area: Box, seen: number | null, px: number): number => {
  const bottom = area.y + area.height;
  return seen === null
    ? bottom
    : Math.min(bottom, Math.max(area.y + MIN_SEEN * px, (seen - AXIS - 2) * px));
};

const getGrid = (writer: TimeWriter, pen: Pen, area: Box) =>
  writer.grid(pen.window, Math.max(2, Math.floor(area.width / (TICK_ROOM * pen.px))));

/** Lines behind the lanes. */
export function paintGrid(pen: Pen, area: Box, writer: TimeWriter): void {
  const { context, palette, px } = pen;
  for (const tick of getGrid(writer, pen, area).ticks) {
    context.fillStyle = tick.day === null ? palette.line : palette.lineStrong;
    context.fillRect(
      Math.round(timeToX(pen, area, tick.atMs)),
      area.y,
      Math.max(1, Math.round(px)),
      area.height + (tick.day === null ? 4 : 12) * px,
    );
  }
}

/**
 * Times and days below `floor`; drawn over the lanes if these continue below the edge of the page.
 */
export function paintAxis(pen: Pen, area: Box, floor: number, writer: TimeWriter): void {
  const { context, palette, px } = pen;
  if (floor < area.y + area.height) {
    context.fillStyle = palette.ground;
    context.fillRect(0, floor, area.x + area.width, (AXIS + 2) * px);
    context.fillStyle = palette.lineStrong;
    context.fillRect(0, floor, area.x + area.width, Math.max(1, Math.round(px)));
  }
  const { ticks, day } = getGrid(writer, pen, area);
  let dayEnds = area.x;
  if (
    !ticks.some(
      (tick) => tick.day !== null && timeToX(pen, area, tick.atMs) - area.x < TICK_ROOM * px,
    )
  ) {
    write(pen, day, area.x + 2 * px, floor + 28 * px, { colour: palette.text2, size: 11 });
    dayEnds = area.x + measureText(pen, day, 11) + 12 * px;
  }
  for (const tick of ticks) {
    const x = Math.round(timeToX(pen, area, tick.atMs));
    const half = measureText(pen, tick.label, 12) / 2;
    if (x - half > area.x - 30 * px && x + half < area.x + area.width)
      write(pen, tick.label, x, floor + 12 * px, {
        colour: palette.text2,
        size: 12,
        align: 'center',
      });
    if (
      tick.day !== null &&
      tick.day !== tick.label &&
      x > dayEnds &&
      x + 60 * px < area.x + area.width
    ) {
      write(pen, tick.day, x + 2 * px, floor + 28 * px, { colour: palette.text, size: 11 });
      dayEnds = x + measureText(pen, tick.day, 11) + 12 * px;
    }
  }
}
