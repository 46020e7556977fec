import type { CleanIntervals } from './clean-intervals.ts';

interface EvenIntervalsOptions {
  fromSeconds: number;
  toSeconds: number;
  rateHz: number;
  /** Longest time between normal intervals that is interpolated. Default 10. */
  maxGapSeconds?: number;
}

/**
 * Resamples the normal intervals evenly by cubic interpolation (Catmull and Rom 1974). Linear
 * interpolation would remove a quarter of the respiratory power. NaN in gaps.
 *
 * @returns milliseconds at fromSeconds + i / rateHz
 */
export function resampleIntervals(
  { atSeconds, intervalMs, normal }: CleanIntervals,
  options: EvenIntervalsOptions,
): Float64Array {
  const { fromSeconds, toSeconds, rateHz, maxGapSeconds = 10 } = options;
  const out = new Float64Array(Math.max(0, Math.round((toSeconds - fromSeconds) * rateHz))).fill(
    Number.NaN,
  );
  const kept = new Int32Array(normal.length);
  let count = 0;
  for (let i = 0; i < normal.length; i++) if (normal[i] === 1) kept[count++] = i;
  const time = (at: number) => atSeconds[kept[at] ?? 0] ?? 0;
  const value = (at: number) => intervalMs[kept[at] ?? 0] ?? 0;
  const near = (from: number, to: number) =>
    to < count && from >= 0 && time(to) - time(from) <= maxGapSeconds;
  const slope = (at: number) => {
    const from = near(at - 1, at) ? at - 1 : at;
    const to = near(at, at + 1) ? at + 1 : at;
    return to > from ? (value(to) - value(from)) / (time(to) - time(from)) : 0;
  };
  for (let at = 0; at + 1 < count; at++) {
    if (!near(at, at + 1)) continue;
    const start = time(at);
    const span = time(at + 1) - time(at);
    const low = value(at);
    const high = value(at + 1);
    const leaves = span * slope(at);
    const arrives = span * slope(at + 1);
    const last = Math.min(out.length - 1, Math.floor((start + span - fromSeconds) * rateHz));
    for (
      let index = Math.max(0, Math.ceil((start - fromSeconds) * rateHz));
      index <= last;
      index++
    ) {
      const u = (fromSeconds + index / rateHz - start) / span;
      out[index] =
        low +
        u *
          (leaves +
            u *
              (3 * (high - low) -
                2 * leaves -
                arrives +
                u * (2 * (low - high) + leaves + arrives)));
    }
  }
  return out;
}
