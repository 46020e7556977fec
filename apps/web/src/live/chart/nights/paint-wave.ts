import type { Box } from '../surface/surface.ts';
import type { TimeWindow, Trace, WaveLane } from './night-spec.ts';
import { paintLimits } from './paint-trend.ts';
import type { Pen } from './pen.ts';
import { timeToX } from './pen.ts';
import type { TileShelves } from './tile-shelves.ts';
import type { ClippedPiece } from './tile-store.ts';
import { indicesIn, isLine, waveColumns, type WaveColumns } from './wave-columns.ts';

const NOT_MEASURED = -32_768;
const PADDING = 0.08;
/** The scale shrinks only when less than this share of it is used, so that it does not pulse. */
const SHRINK_BELOW = 0.5;
/** Samples up to one and a half steps apart are neighbours, as on the server. */
const JOINED_STEPS = 1.5;
export type WaveRange = { readonly low: number; readonly high: number };
type Drawn = {
  readonly trace: Trace;
  readonly pieces: readonly ClippedPiece[];
  readonly columns: WaveColumns;
};

export const getStreamKey = ({ serial, streamId }: Trace): string => `${serial}:${streamId}`;

/**
 * Draws the lane's traces over one another on one scale.
 * @returns the scale, to pass to the next drawing
 */
export function paintWave(
  pen: Pen,
  box: Box,
  lane: WaveLane,
  store: TileShelves,
  before: WaveRange | null,
): WaveRange | null {
  const drawn = lane.traces.map((trace): Drawn => {
    const pieces = store.pieces(getStreamKey(trace), pen.window, pen.msPerPixel);
    return {
      trace,
      pieces,
      columns: waveColumns(pieces, trace.channel, pen.window, Math.max(1, Math.round(box.width))),
    };
  });
  const range = nextRange(lane, seen(drawn), before);
  if (range === null) return before;
  const toY = (value: number): number =>
    box.y + box.height - ((value - range.low) / (range.high - range.low)) * box.height;
  paintLimits(pen, box, lane.limits, toY);
  for (const each of drawn) {
    if (isLine(each.pieces, pen.msPerPixel)) paintPoints(pen, box, each, toY);
    else paintColumns(pen, box, each, toY);
  }
  return range;
}

function seen(drawn: readonly Drawn[]): WaveRange | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { trace, columns } of drawn) {
    for (let column = 0; column < columns.low.length; column++) {
      const [one, other] = [
        (columns.low[column] ?? Number.NaN) * trace.scale + trace.offset,
        (columns.high[column] ?? Number.NaN) * trace.scale + trace.offset,
      ];
      low = Math.min(low, Number.isNaN(one) ? low : Math.min(one, other));
      high = Math.max(high, Number.isNaN(one) ? high : Math.max(one, other));
    }
  }
  return low <= high ? { low, high } : null;
}

function nextRange(
  lane: WaveLane,
  now: WaveRange | null,
  before: WaveRange | null,
): WaveRange | null {
  if (now === null) return before;
  const span = Math.max(lane.minimumSpan, (now.high - now.low) * (1 + 2 * PADDING));
  const middle = (now.low + now.high) / 2;
  const wanted = { low: middle - span / 2, high: middle + span / 2 };
  const fits =
    before !== null &&
    now.low >= before.low &&
    now.high <= before.high &&
    span > SHRINK_BELOW * (before.high - before.low);
  return fits ? before : wanted;
}

/**
 * Minimum to maximum under each pixel, joined to the neighbour if no data is missing between them.
 */
function paintColumns(
  pen: Pen,
  box: Box,
  { trace, columns }: Drawn,
  toY: (value: number) => number,
): void {
  const { context, palette, px } = pen;
  const thinnest = Math.max(1, px);
  context.fillStyle = palette[trace.colour];
  let [topBefore, bottomBefore] = [Number.NaN, Number.NaN];
  context.beginPath();
  for (let column = 0; column < columns.low.length; column++) {
    const one = toY((columns.low[column] ?? Number.NaN) * trace.scale + trace.offset);
    const other = toY((columns.high[column] ?? Number.NaN) * trace.scale + trace.offset);
    const [top, bottom] = [Math.min(one, other), Math.max(one, other)];
    if (Number.isNaN(top)) {
      topBefore = Number.NaN;
      bottomBefore = Number.NaN;
      continue;
    }
    const [from, to] = [
      Math.min(top, Number.isNaN(bottomBefore) ? top : bottomBefore),
      Math.max(bottom, Number.isNaN(topBefore) ? bottom : topBefore),
    ];
    context.rect(box.x + column, from - thinnest / 2, 1, Math.max(thinnest, to - from));
    [topBefore, bottomBefore] = [top, bottom];
  }
  context.fill();
}

/** A line from sample to sample, and beyond both edges. */
function paintPoints(
  pen: Pen,
  box: Box,
  { trace, pieces }: Drawn,
  toY: (value: number) => number,
): void {
  const { context, palette, px } = pen;
  const dots = (pieces[0]?.piece.stepUs ?? 0) / 1000 / pen.msPerPixel > 8 * px;
  context.strokeStyle = palette[trace.colour];
  context.fillStyle = palette[trace.colour];
  context.lineWidth = 1.5 * px;
  context.lineJoin = 'round';
  context.beginPath();
  let open = false;
  let lastUs = Number.NEGATIVE_INFINITY;
  for (const { piece, clip } of pieces) {
    const { begin, end } = indicesIn(piece, clip);
    const values = piece.minimum[trace.channel];
    // Join consecutive tiles; a larger distance is a gap.
    if (piece.fromUs + Math.max(0, begin - 1) * piece.stepUs - lastUs > JOINED_STEPS * piece.stepUs)
      open = false;
    for (let index = Math.max(0, begin - 1); index < Math.min(piece.length, end + 1); index++) {
      const value = values?.[index] ?? NOT_MEASURED;
      if (value === NOT_MEASURED) {
        open = false;
        continue;
      }
      const [x, y] = [
        timeToX(pen, box, (piece.fromUs + index * piece.stepUs) / 1000),
        toY(value * trace.scale + trace.offset),
      ];
      if (open) context.lineTo(x, y);
      else context.moveTo(x, y);
      open = true;
      lastUs = piece.fromUs + index * piece.stepUs;
      if (dots || piece.stepUs === 0) context.rect(x - px, y - px, 2 * px, 2 * px);
    }
  }
  context.stroke();
}

/** Minimum and maximum physical value of each trace in each of `rows` equal parts of the window. */
export function waveTable(
  lane: WaveLane,
  store: TileShelves,
  window: TimeWindow,
  msPerPixel: number,
  rows: number,
): (WaveRange | null)[] {
  const all = lane.traces.map((trace) => ({
    trace,
    columns: waveColumns(
      store.pieces(getStreamKey(trace), window, msPerPixel),
      trace.channel,
      window,
      rows,
    ),
  }));
  return Array.from({ length: rows }, (_, row) =>
    seen(
      all.map(({ trace, columns }) => ({
        trace,
        pieces: [],
        columns: {
          low: columns.low.subarray(row, row + 1),
          high: columns.high.subarray(row, row + 1),
          mean: columns.mean,
        },
      })),
    ),
  );
}

/** The value nearest to `atMs`, within a few pixels. */
export function waveAt(
  trace: Trace,
  store: TileShelves,
  window: TimeWindow,
  msPerPixel: number,
  atMs: number,
): number | null {
  const near = { fromMs: atMs - msPerPixel * 2, toMs: atMs + msPerPixel * 2 };
  let best: { readonly value: number; readonly farUs: number } | null = null;
  for (const { piece } of store.pieces(
    getStreamKey(trace),
    {
      fromMs: Math.max(window.fromMs, near.fromMs),
      toMs: Math.min(window.toMs, Math.max(near.toMs, near.fromMs + 1)),
    },
    msPerPixel,
  )) {
    const index =
      piece.stepUs === 0
        ? 0
        : piece.kind === 'samples'
          ? Math.round((atMs * 1000 - piece.fromUs) / piece.stepUs)
          : Math.floor((atMs * 1000 - piece.fromUs) / piece.stepUs);
    const value = piece.mean[trace.channel]?.[index] ?? NOT_MEASURED;
    const farUs = Math.abs(piece.fromUs + index * piece.stepUs - atMs * 1000);
    if (value !== NOT_MEASURED && (best === null || farUs < best.farUs))
      best = { value: value * trace.scale + trace.offset, farUs };
  }
  return best?.value ?? null;
}
