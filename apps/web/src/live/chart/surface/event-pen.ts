import type { DeviceEvent } from '../traces/event-log.ts';
import type { PenStroke } from './trace-pen.ts';

/** Codes of the button stream (docs/formats/frames.md). */
export const BUTTON_RELEASED = 2;
export const BUTTON_PRESSED = 1;
export const BUTTON_LONG_PRESS = 3;

/** Whether the button is pressed at a time, by the known events. */
export function isDownAt(events: readonly DeviceEvent[], timeMs: number): boolean {
  const last = events.findLast((event) => event.timeMs <= timeMs);
  return last !== undefined && last.code !== BUTTON_RELEASED;
}

/**
 * The event lane between two times, up to the pen: a thin rail, a thick bar while the button is
 * pressed, a flag for each press.
 */
export function strokeEvents(
  stroke: PenStroke,
  events: readonly DeviceEvent[],
  fromMs: number,
  toMs: number,
): void {
  const { context, axis, box, palette, pixelRatio } = stroke;
  const middle = Math.round(box.y + box.height * 0.7);
  drawRail(stroke, fromMs, toMs, middle, Math.max(1, pixelRatio), palette.line);
  const within = events.filter((event) => event.timeMs > fromMs && event.timeMs <= toMs);
  let sinceMs = fromMs;
  let down = isDownAt(events, fromMs);
  for (const event of [...within, { timeMs: toMs, code: Number.NaN }]) {
    if (down) drawRail(stroke, sinceMs, event.timeMs, middle, 6 * pixelRatio, palette.accent);
    sinceMs = event.timeMs;
    down = event.code !== BUTTON_RELEASED;
  }
  for (const event of within) {
    const x = axis.getX(event.timeMs);
    const size = (event.code === BUTTON_LONG_PRESS ? 12 : 8) * pixelRatio;
    if (event.code === BUTTON_RELEASED) continue;
    context.fillStyle = event.code === BUTTON_LONG_PRESS ? palette.danger : palette.accent;
    context.fillRect(Math.round(x), middle - size * 2, Math.max(1, pixelRatio), size * 2);
    context.beginPath();
    context.moveTo(x, middle - size * 2);
    context.lineTo(x - size, middle - size * 1.5);
    context.lineTo(x, middle - size);
    context.fill();
  }
}

function drawRail(
  { context, axis }: PenStroke,
  fromMs: number,
  toMs: number,
  y: number,
  thick: number,
  colour: string,
): void {
  context.fillStyle = colour;
  const from = Math.floor(axis.getX(fromMs));
  const to = Math.ceil(axis.getX(toMs));
  const top = Math.round(y - thick / 2);
  if (to >= from) {
    context.fillRect(from, top, to - from, thick);
    return;
  }
  context.fillRect(from, top, axis.wrapWidth - from, thick);
  context.fillRect(0, top, to, thick);
}
