import { bandPower } from './band-power.ts';
import { type CleanIntervals, cleanIntervals } from './clean-intervals.ts';
import { resampleIntervals } from './resample-intervals.ts';

/**
 * Heart rate variability of one window after the Task Force of the European Society of Cardiology
 * and the North American Society of Pacing and Electrophysiology, "Heart rate variability",
 * Circulation 93 (1996) 1043–1065, tables 1 and 2. NaN where too few intervals are normal.
 */
export interface HeartRateVariability {
  fromSeconds: number;
  toSeconds: number;
  /** Beats per minute, from the mean normal interval. */
  heartRate: number;
  /** Standard deviation of normal intervals, ms. */
  SDNN: number;
  /** Root mean square of successive differences of normal intervals, ms. */
  RMSSD: number;
  /** Percentage of the successive differences above 50 ms. */
  pNN50: number;
  /** Power of the intervals, resampled at 4 Hz, in 0.04..0.15 Hz and in 0.15..0.4 Hz, ms². */
  LF: number;
  HF: number;
  LFHF: number;
  /** Share of the window covered by normal intervals, 0..1. */
  coverage: number;
}

/** The Task Force's short-term recording; LF needs about two minutes, HF about one. */
const WINDOW_SECONDS = 300;
const MIN_COVERAGE = 0.5;
const MIN_INTERVALS = 20;
const LOW_BAND_HZ = [0.04, 0.15] as const;
const HIGH_BAND_HZ = [0.15, 0.4] as const;
const RESAMPLE_RATE_HZ = 4;

/**
 * Heart rate variability in consecutive windows of five minutes (or `windowSeconds`) from 0 to
 * `durationSeconds`.
 *
 * @param beatsSeconds ascending times of heart beats
 */
export function heartRateVariability(
  beatsSeconds: ArrayLike<number>,
  durationSeconds: number,
  windowSeconds = WINDOW_SECONDS,
): HeartRateVariability[] {
  const intervals = cleanIntervals(beatsSeconds);
  const series = resampleIntervals(intervals, {
    fromSeconds: 0,
    toSeconds: durationSeconds,
    rateHz: RESAMPLE_RATE_HZ,
  });
  const length = Math.round(windowSeconds * RESAMPLE_RATE_HZ);
  const windows: HeartRateVariability[] = [];
  let first = 0;
  for (let from = 0; from + windowSeconds <= durationSeconds + 1e-6; from += windowSeconds) {
    while (first < intervals.atSeconds.length && (intervals.atSeconds[first] ?? 0) < from)
      first += 1;
    windows.push(
      computeVariability(
        intervals,
        first,
        { series, from: Math.round(from * RESAMPLE_RATE_HZ), length },
        from,
        from + windowSeconds,
      ),
    );
  }
  return windows;
}

interface ResampledWindow {
  series: Float64Array;
  from: number;
  length: number;
}

function computeVariability(
  intervals: CleanIntervals,
  first: number,
  resampled: ResampledWindow,
  fromSeconds: number,
  toSeconds: number,
): HeartRateVariability {
  const { atSeconds, intervalMs, normal } = intervals;
  const values: number[] = [];
  let total = 0;
  let squaredSteps = 0;
  let steps = 0;
  let large = 0;
  for (let i = first; i < atSeconds.length && (atSeconds[i] ?? 0) < toSeconds; i++) {
    if (normal[i] !== 1) continue;
    const value = intervalMs[i] ?? 0;
    values.push(value);
    total += value;
    if (i === 0 || normal[i - 1] !== 1) continue;
    const step = value - (intervalMs[i - 1] ?? 0);
    steps += 1;
    squaredSteps += step * step;
    if (Math.abs(step) > 50) large += 1;
  }
  const coverage = Math.min(1, total / 1000 / (toSeconds - fromSeconds));
  if (values.length < MIN_INTERVALS || coverage < MIN_COVERAGE)
    return unknownVariability(fromSeconds, toSeconds, coverage);
  const mean = total / values.length;
  const SDNN = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  );
  const LF = bandPower(
    resampled.series,
    resampled.from,
    resampled.length,
    RESAMPLE_RATE_HZ,
    LOW_BAND_HZ,
  );
  const HF = bandPower(
    resampled.series,
    resampled.from,
    resampled.length,
    RESAMPLE_RATE_HZ,
    HIGH_BAND_HZ,
  );
  return {
    fromSeconds,
    toSeconds,
    heartRate: 60_000 / mean,
    SDNN,
    RMSSD: Math.sqrt(squaredSteps / steps),
    pNN50: (100 * large) / steps,
    LF,
    HF,
    LFHF: LF / HF,
    coverage,
  };
}

function unknownVariability(
  fromSeconds: number,
  toSeconds: number,
  coverage: number,
): HeartRateVariability {
  const not = Number.NaN;
  return {
    fromSeconds,
    toSeconds,
    heartRate: not,
    SDNN: not,
    RMSSD: not,
    pNN50: not,
    LF: not,
    HF: not,
    LFHF: not,
    coverage,
  };
}
