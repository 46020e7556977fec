import { createEpochWindows } from '../model/epoch-windows.ts';

/** Heart rate cycles as long as those of apnoea. */
export interface CyclePeaks {
  /** Number of cycles with their dip in the minutes [from, to). */
  count(fromMinute: number, toMinute: number): number;
  /** Mean depth as a share of the interval; 0 without cycles. */
  depth(fromMinute: number, toMinute: number): number;
  /** Regularity of the time between cycles, 0..1; 0 with fewer than three. */
  evenness(fromMinute: number, toMinute: number): number;
}

/** Smoothing over about one breath; baseline over more than one cycle. */
const SMOOTH_SECONDS = 5;
const BASE_SECONDS = 90;
/** Minimum swing of a cycle as a share of the interval (about 3 beats a minute). */
const MIN_SWING = 0.04;
const MIN_SECONDS = 15;

/**
 * Finds cycles in an evenly sampled series of log RR intervals: a long interval followed by a short
 * one within the time of a cycle, at least 4 % apart in the smoothed series. The dip search follows
 * J. Hayano et al., "Screening for obstructive sleep apnea by cyclic variation of heart rate",
 * Circ. Arrhythm. Electrophysiol. 4 (2011) 64–72.
 */
export function cyclePeaks(intervals: Float64Array, rateHz: number, minutes: number): CyclePeaks {
  const windows = createEpochWindows(intervals);
  const half = Math.round((SMOOTH_SECONDS * rateHz) / 2);
  const base = Math.round((BASE_SECONDS * rateHz) / 2);
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
 * Finds minima at least `MIN_SWING` below the maxima before and after them. Depth is the smaller of
 * the two differences.
 */
function findDips(smooth: Float64Array, rateHz: number): Dip[] {
  const dips: Dip[] = [];
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let lowAt = 0;
  let fall = 0;
  let falling = false;
  let open: Dip | undefined;
  for (let i = 0; i < smooth.length; i++) {
    const value = smooth[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (!falling) {
      high = Math.max(high, value);
      if (open) open.depth = Math.min(fall, high - low);
      if (high - value < MIN_SWING) continue;
      falling = true;
      fall = high - value;
      low = value;
      lowAt = i;
      open = undefined;
      continue;
    }
    if (value < low) {
      low = value;
      lowAt = i;
      fall = high - value;
    }
    if (value - low < MIN_SWING) continue;
    const atSeconds = lowAt / rateHz;
    const apart = atSeconds - (dips.at(-1)?.atSeconds ?? Number.NEGATIVE_INFINITY);
    open = apart >= MIN_SECONDS ? { atSeconds, depth: Math.min(fall, value - low) } : undefined;
    if (open) dips.push(open);
    falling = false;
    high = value;
  }
  return dips;
}
