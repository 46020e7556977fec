/** The best match of a piece along a longer series. */
type BestLag = {
  /**
   * Samples from the start of the series to the start of the piece, with subsample precision from a
   * parabola through the peak.
   */
  readonly lag: number;
  /** Normalised correlation at `lag`, -1 to 1. */
  readonly peak: number;
  /** Best correlation at least `apart` samples away from `lag`; -1 without such a lag. */
  readonly second: number;
};

/** Minimum share of the piece that must overlap measured samples of the series. */
const MIN_OVERLAP = 0.6;

/**
 * Cross-correlates `piece` with `series` at the lags `from` to `to` (inclusive). NaN marks missing
 * samples in either; both should have zero mean. Null where the overlap is too short at every lag.
 * O(piece × lags).
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

/** Normalised correlation at one lag; -2 where the overlap is too short. */
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
  if (shared < MIN_OVERLAP * piece.length || pieceSquares === 0 || seriesSquares === 0) return -2;
  return product / Math.sqrt(pieceSquares * seriesSquares);
}

/** Offset of the peak of a parabola through three samples, -0.5 to 0.5. */
function parabola(scores: Float64Array, at: number): number {
  const before = scores[at - 1];
  const peak = scores[at];
  const after = scores[at + 1];
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
