import { createEpochWindows } from '../model/epoch-windows.ts';

/** Single swings of the heart rate of the length that apnoeas have. */
export interface CyclePeaks {
  /** Cycles whose fall lies in the minutes [from, to). */
  count(fromMinute: number, toMinute: number): number;
  /** Mean depth of them, as a share; 0 with none. */
  depth(fromMinute: number, toMinute: number): number;
  /** How alike the times between them are, 0..1; 0 with fewer than three. */
  evenness(fromMinute: number, toMinute: number): number;
}

/** Smoothing over about a breath, and a base line over more than a cycle. */
const SMOOTH_SECONDS = 5;
const BASE_SECONDS = 90;
/** A swing of at least this share of the interval counts as a cycle (about 3 beats a minute). */
const LEAST_SWING = 0.04;
const SHORTEST_SECONDS = 15;

/**
 * Cycles in an even series of logarithms of intervals between beats: turning points of the smoothed
 * series at least 4 % apart, of which a long interval is followed by a short one within a cycle's
 * time (after J. Hayano et al., "Screening for obstructive sleep apnea by cyclic variation of heart
 * rate", Circ. Arrhythm. Electrophysiol. 4 (2011) 64–72, who look for dips in the same way).
 */
export function cyclePeaks(intervals: Float64Array, rateHz: number, minutes: number): CyclePeaks {
  const windows = createEpochWindows(intervals);
  const [half, base] = [
    Math.round((SMOOTH_SECONDS * rateHz) / 2),
    Math.round((BASE_SECONDS * rateHz) / 2),
  ];
  const smooth = intervals.map(
    (_, i) => windows.mean(i - half, i + half + 1) - windows.mean(i - base, i + base + 1),
  );
  const dips = findDips(smooth, rateHz);
  const inMinute = (from: number, to: number) =>
    dips.filter(
      ({ atSeconds }) =>
        atSeconds >= 60 * Math.max(0, from) && atSeconds < 60 * Math.min(minutes, to),
    );
  return {
    count: (from, to) => inMinute(from, to).length,
    depth(from, to) {
      const found = inMinute(from, to);
      return found.length === 0
        ? 0
        : found.reduce((sum, { depth }) => sum + depth, 0) / found.length;
    },
    evenness(from, to) {
      const found = inMinute(from, to);
      if (found.length < 3) return 0;
      const gaps = found.slice(1).map(({ atSeconds }, i) => atSeconds - (found[i]?.atSeconds ?? 0));
      const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
      return Math.max(
        0,
        1 - gaps.reduce((sum, gap) => sum + Math.abs(gap - mean), 0) / gaps.length / mean,
      );
    },
  };
}

interface Dip {
  atSeconds: number;
  depth: number;
}

/**
 * Minima of the series that lie at least the least swing under the maxima before and after them;
 * depth is the smaller of both ways.
 */
function findDips(smooth: Float64Array, rateHz: number): Dip[] {
  const dips: Dip[] = [];
  let [high, low, lowAt, fall, falling] = [
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    0,
    0,
    false,
  ];
  let open: Dip | undefined;
  for (let i = 0; i < smooth.length; i++) {
    const value = smooth[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (!falling) {
      high = Math.max(high, value);
      if (open) open.depth = Math.min(fall, high - low);
      if (high - value < LEAST_SWING) continue;
      [falling, fall, low, lowAt] = [true, high - value, value, i];
      open = undefined;
      continue;
    }
    if (value < low) [low, lowAt, fall] = [value, i, high - value];
    if (value - low < LEAST_SWING) continue;
    const atSeconds = lowAt / rateHz;
    const apart = atSeconds - (dips.at(-1)?.atSeconds ?? Number.NEGATIVE_INFINITY);
    open =
      apart >= SHORTEST_SECONDS ? { atSeconds, depth: Math.min(fall, value - low) } : undefined;
    if (open) dips.push(open);
    [falling, high] = [false, value];
  }
  return dips;
}
