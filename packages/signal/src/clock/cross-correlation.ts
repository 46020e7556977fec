/** Where a piece fits best along a longer series, and how well. */
export type BestLag = {
  /**
   * Samples from the series' beginning to the piece's, between samples by a parabola through the
   * peak.
   */
  readonly lag: number;
  /** Normalised correlation there, -1 to 1. */
  readonly peak: number;
  /** The best one that is at least `apart` samples away; -1 where there is none. */
  readonly second: number;
};

/** Samples that a piece has to share with the series to be compared at all, of its own. */
const LEAST_SHARED = 0.6;

/**
 * Slides `piece` along `series` from lag `from` to `to` (inclusive) and compares what both have.
 * NaN is "not there" in either; both should vary about zero. Null where they share too little
 * everywhere. O(piece × lags).
 */
export function bestLag(
  piece: Float32Array,
  series: Float32Array,
  from: number,
  to: number,
  apart: number,
): BestLag | null {
  const scores = new Float64Array(Math.max(0, to - from + 1));
  for (let index = 0; index < scores.length; index++)
    scores[index] = correlationAt(piece, series, from + index);
  let best = -1;
  for (let index = 0; index < scores.length; index++)
    if ((scores[index] ?? -2) > (scores[best] ?? -2)) best = index;
  const peak = scores[best] ?? -2;
  if (best < 0 || peak <= -2) return null;
  let second = -1;
  scores.forEach((score, index) => {
    if (Math.abs(index - best) >= apart && score > second) second = score;
  });
  return { lag: from + best + parabola(scores, best), peak, second };
}

/** -2 where too little is shared. */
function correlationAt(piece: Float32Array, series: Float32Array, lag: number): number {
  let shared = 0;
  let product = 0;
  let pieceSquares = 0;
  let seriesSquares = 0;
  const begin = Math.max(0, -lag);
  const end = Math.min(piece.length, series.length - lag);
  for (let index = begin; index < end; index++) {
    const one = piece[index] ?? Number.NaN;
    const other = series[index + lag] ?? Number.NaN;
    if (one !== one || other !== other) continue;
    shared += 1;
    product += one * other;
    pieceSquares += one * one;
    seriesSquares += other * other;
  }
  if (shared < LEAST_SHARED * piece.length || pieceSquares === 0 || seriesSquares === 0) return -2;
  return product / Math.sqrt(pieceSquares * seriesSquares);
}

/** How far the peak lies from its sample, -0.5 to 0.5. */
function parabola(scores: Float64Array, at: number): number {
  const [before, peak, after] = [scores[at - 1], scores[at], scores[at + 1]];
  if (
    before === undefined ||
    peak === undefined ||
    after === undefined ||
    before <= -2 ||
    after <= -2
  )
    return 0;
  const curve = before - 2 * peak + after;
  return curve >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve)));
}
