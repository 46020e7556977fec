import type { ChartPalette } from '../chart-spec.ts';
import {
  MARK_GAP,
  MARK_MEASURED,
  MARK_NOISY,
  MARK_NOT_MEASURED,
  MARK_SATURATED,
  type SampleMark,
  type SampleRing,
} from '../traces/sample-ring.ts';
import type { Box, Surface2D } from './surface.ts';
import type { TimeAxis } from './time-axis.ts';
import type { ValueRange } from './value-scale.ts';

export type PenStroke = {
  readonly context: Surface2D;
  readonly axis: TimeAxis;
  readonly box: Box;
  readonly range: ValueRange;
  readonly colour: string;
  readonly palette: ChartPalette;
  readonly pixelRatio: number;
  readonly getTimeMs: (index: number) => number;
};

const LINE_CSS_PX = 1.5;
const MARK_CSS_PX = 3;

/**
 * Draws samples `from` to `to` (exclusive), joined to the one before. A gap stays empty; "not
 * measured" is a dotted line at the bottom of the lane; a saturated run has a bar at the edge that
 * it hit; a noisy one is pale over a dotted line. Values beyond the range follow the lane's edge,
 * on a bar of another colour, because that shape was not measured.
 */
export function strokeTrace(stroke: PenStroke, ring: SampleRing, from: number, to: number): void {
  let index = Math.max(from, ring.start);
  while (index < to) {
    const mark = ring.markAt(index);
    let end = index + 1;
    while (end < to && ring.markAt(end) === mark) end += 1;
    drawRun(stroke, ring, mark, index, end);
    index = end;
  }
}

function drawRun(
  stroke: PenStroke,
  ring: SampleRing,
  mark: SampleMark,
  from: number,
  to: number,
): void {
  switch (mark) {
    case MARK_GAP:
      return;
    case MARK_NOT_MEASURED:
      dotFoot(stroke, from, to, stroke.palette.technical);
      return;
    case MARK_SATURATED:
      strokeLine(stroke, ring, from, to, stroke.colour);
      edgeBar(stroke, ring, from, to);
      return;
    case MARK_NOISY:
      barBeyond(stroke, ring, from, to);
      strokeLine(stroke, ring, from, to, stroke.palette.text2);
      dotFoot(stroke, from, to, stroke.palette.warning);
      return;
    case MARK_MEASURED:
      barBeyond(stroke, ring, from, to);
      strokeLine(stroke, ring, from, to, stroke.colour);
  }
}

function strokeLine(
  { context, axis, box, range, pixelRatio, getTimeMs }: PenStroke,
  ring: SampleRing,
  from: number,
  to: number,
  colour: string,
): void {
  const top = box.y + pixelRatio;
  const bottom = box.y + box.height - pixelRatio;
  const perUnit = box.height / (range.high - range.low);
  const toY = (value: number): number =>
    Math.min(bottom, Math.max(top, box.y + (range.high - value) * perUnit));
  const joined = Number.isNaN(ring.valueAt(from - 1)) ? from : from - 1;
  context.strokeStyle = colour;
  context.lineWidth = LINE_CSS_PX * pixelRatio;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  let lastX = axis.getX(getTimeMs(joined));
  let lastY = toY(ring.valueAt(joined));
  context.moveTo(lastX, lastY);
  if (joined + 1 >= to) context.lineTo(lastX, lastY);
  for (let index = joined + 1; index < to; index++) {
    const x = axis.getX(getTimeMs(index));
    const y = toY(ring.valueAt(index));
    if (x < lastX) {
      // Across the edge: exit right, enter left.
      context.lineTo(x + axis.wrapWidth, y);
      context.moveTo(lastX - axis.wrapWidth, lastY);
    }
    context.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
  context.stroke();
}

/** A run at the limit of the sensor's converter. */
function edgeBar(stroke: PenStroke, ring: SampleRing, from: number, to: number): void {
  const middle = (stroke.range.low + stroke.range.high) / 2;
  for (let index = from; index < to; index++)
    barAt(stroke, index, ring.valueAt(index) >= middle, stroke.palette.danger);
}

/** Measured values that exceed the lane. */
function barBeyond(stroke: PenStroke, ring: SampleRing, from: number, to: number): void {
  const { low, high } = stroke.range;
  for (let index = from; index < to; index++) {
    const value = ring.valueAt(index);
    if (value > high || value < low) barAt(stroke, index, value > high, stroke.palette.technical);
  }
}

function barAt(
  { context, axis, box, pixelRatio, getTimeMs }: PenStroke,
  index: number,
  atTop: boolean,
  colour: string,
): void {
  const thick = MARK_CSS_PX * pixelRatio;
  context.fillStyle = colour;
  context.fillRect(
    Math.floor(axis.getX(getTimeMs(index))),
    atTop ? box.y : box.y + box.height - thick,
    Math.max(1, Math.ceil(pixelRatio)),
    thick,
  );
}

/** Dots three pixels apart, placed by column so that they do not depend on the frame boundaries. */
function dotFoot(
  { context, axis, box, pixelRatio, getTimeMs }: PenStroke,
  from: number,
  to: number,
  colour: string,
): void {
  context.fillStyle = colour;
  const size = Math.max(1, Math.round(MARK_CSS_PX * pixelRatio) - 1);
  const step = size * 3;
  let lastCell = -1;
  for (let index = from; index < to; index++) {
    const cell = Math.floor(axis.getX(getTimeMs(index)) / step);
    if (cell !== lastCell) context.fillRect(cell * step, box.y + box.height - size * 2, size, size);
    lastCell = cell;
  }
}
