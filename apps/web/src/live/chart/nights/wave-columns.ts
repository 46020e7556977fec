import type { TimeWindow } from './night-spec.ts';
import type { ClippedPiece } from './tile-store.ts';

const NOT_MEASURED = -32_768;

/** Minimum, maximum and mean digital value under each pixel column; NaN if not measured. */
export type WaveColumns = {
  readonly low: Float32Array;
  readonly high: Float32Array;
  readonly mean: Float32Array;
};

/**
 * Folds pieces into `width` columns over the window. A value counts in every column that it
 * touches, so no peak is ever lost; it may appear up to one stored column early or late.
 */
export function waveColumns(
  pieces: readonly ClippedPiece[],
  channel: number,
  window: TimeWindow,
  width: number,
): WaveColumns {
  const columns = {
    low: new Float32Array(width).fill(Number.NaN),
    high: new Float32Array(width).fill(Number.NaN),
    mean: new Float32Array(width).fill(Number.NaN),
  };
  const counts = new Uint32Array(width);
  const perPixelUs = ((window.toMs - window.fromMs) * 1000) / width;
  const originUs = window.fromMs * 1000;
  for (const { piece, clip } of pieces) {
    const [lows, highs, means] = [
      piece.minimum[channel],
      piece.maximum[channel],
      piece.mean[channel],
    ];
    if (lows === undefined || highs === undefined || means === undefined) continue;
    const isSample = piece.kind === 'samples';
    const { begin, end } = indicesIn(piece, clip);
    const [left, right] = [
      Math.floor((clip.fromMs * 1000 - originUs) / perPixelUs),
      Math.ceil((clip.toMs * 1000 - originUs) / perPixelUs) - 1,
    ];
    for (let index = begin; index < end; index++) {
      const value = lows[index] ?? NOT_MEASURED;
      if (value === NOT_MEASURED) continue;
      const atUs = piece.fromUs + index * piece.stepUs - originUs;
      const first = Math.max(0, left, Math.floor(atUs / perPixelUs));
      const last = Math.min(
        width - 1,
        right,
        isSample
          ? Math.floor(atUs / perPixelUs)
          : Math.ceil((atUs + piece.stepUs) / perPixelUs) - 1,
      );
      for (let column = first; column <= last; column++)
        fold(columns, counts, column, value, highs[index] ?? value, means[index] ?? value);
    }
  }
  return columns;
}

function fold(
  columns: WaveColumns,
  counts: Uint32Array,
  column: number,
  low: number,
  high: number,
  mean: number,
): void {
  const seen = counts[column] ?? 0;
  counts[column] = seen + 1;
  columns.mean[column] =
    seen === 0 ? mean : ((columns.mean[column] ?? mean) * seen + mean) / (seen + 1);
  if (seen === 0 || low < (columns.low[column] ?? low)) columns.low[column] = low;
  if (seen === 0 || high > (columns.high[column] ?? high)) columns.high[column] = high;
}

/** Indices of a piece's values that touch the clip. */
export function indicesIn(
  piece: ClippedPiece['piece'],
  clip: TimeWindow,
): { readonly begin: number; readonly end: number } {
  if (piece.stepUs === 0)
    return {
      begin: 0,
      end: piece.fromUs >= clip.fromMs * 1000 && piece.fromUs < clip.toMs * 1000 ? piece.length : 0,
    };
  // A sample is a moment, a column an interval.
  const inside = piece.kind === 'samples' ? Math.ceil : Math.floor;
  const begin = Math.max(0, inside((clip.fromMs * 1000 - piece.fromUs) / piece.stepUs));
  return {
    begin,
    end: Math.min(piece.length, Math.ceil((clip.toMs * 1000 - piece.fromUs) / piece.stepUs)),
  };
}

/** Whether the samples are far enough apart to draw a line between them. */
export const isLine = (pieces: readonly ClippedPiece[], msPerPixel: number): boolean =>
  pieces.length > 0 &&
  pieces.every(
    ({ piece }) =>
      piece.kind === 'samples' && (piece.stepUs === 0 || piece.stepUs / 1000 > msPerPixel * 0.8),
  );
