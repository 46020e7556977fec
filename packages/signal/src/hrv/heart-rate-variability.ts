import { bandPower } from './band-power.ts';
import { type CleanIntervals, cleanIntervals } from './clean-intervals.ts';
import { evenIntervals } from './even-intervals.ts';

/**
 * Heart-rate variability of one window after the Task Force of the European Society of Cardiology
 * and the North American Society of Pacing and Electrophysiology, "Heart rate variability",
 * Circulation 93 (1996) 1043–1065, tables 1 and 2. NaN: too little that is normal.
 */
export interface HeartRateVariability {
  fromSeconds: number;
  toSeconds: number;
  /** Per minute, from the mean normal interval. */
  heartRate: number;
  /** Standard deviation of normal intervals, ms. */
  SDNN: number;
  /** Root mean square of differences between successive normal intervals, ms. */
  RMSSD: number;
  /** Differences over 50 ms, in % of all. */
  pNN50: number;
  /** Power 0.04..0.15 Hz and 0.15..0.4 Hz of the intervals, brought to 4 Hz, ms². */
  LF: number;
  HF: number;
  LFHF: number;
  /** Share of the window that normal intervals cover, 0..1. */
  coverage: number;
}

/** The Task Force's short-term recording; the bands need about a minute of HF and two of LF. */
const WINDOW_SECONDS = 300;
const LEAST_COVERAGE = 0.5;
const LEAST_INTERVALS = 20;
const LOW_BAND_HZ = [0.04, 0.15] as const;
const HIGH_BAND_HZ = [0.15, 0.4] as const;
const EVEN_RATE_HZ = 4;

/**
 * Heart-rate variability in windows of five minutes (or `windowSeconds`) one after the other from 0
 * to `durationSeconds`.
 */
export function heartRateVariability(
  beatsSeconds: ArrayLike<number>,
  durationSeconds: number,
  windowSeconds = WINDOW_SECONDS,
): HeartRateVariability[] {
  const intervals = cleanIntervals(beatsSeconds);
  const series = evenIntervals(intervals, {
    fromSeconds: 0,
    toSeconds: durationSeconds,
    rateHz: EVEN_RATE_HZ,
  });
  const length = Math.round(windowSeconds * EVEN_RATE_HZ);
  const windows: HeartRateVariability[] = [];
  let first = 0;
  for (let from = 0; from + windowSeconds <= durationSeconds + 1e-6; from += windowSeconds) {
    while (first < intervals.atSeconds.length && (intervals.atSeconds[first] ?? 0) < from)
      first += 1;
    windows.push(
      variabilityOf(
        intervals,
        first,
        { series, from: Math.round(from * EVEN_RATE_HZ), length },
        from,
        from + windowSeconds,
      ),
    );
  }
  return windows;
}

interface EvenWindow {
  series: Float64Array;
  from: number;
  length: number;
}

function variabilityOf(
  intervals: CleanIntervals,
  first: number,
  even: EvenWindow,
  fromSeconds: number,
  toSeconds: number,
): HeartRateVariability {
  const { atSeconds, intervalMs, normal } = intervals;
  const values: number[] = [];
  let [total, squaredSteps, steps, large] = [0, 0, 0, 0];
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
  if (values.length < LEAST_INTERVALS || coverage < LEAST_COVERAGE)
    return notKnown(fromSeconds, toSeconds, coverage);
  const mean = total / values.length;
  const SDNN = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  );
  const LF = bandPower(even.series, even.from, even.length, EVEN_RATE_HZ, LOW_BAND_HZ);
  const HF = bandPower(even.series, even.from, even.length, EVEN_RATE_HZ, HIGH_BAND_HZ);
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

function notKnown(fromSeconds: number, toSeconds: number, coverage: number): HeartRateVariability {
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
