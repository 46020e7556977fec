import { isNotMeasured, type Samples } from '../reading/reading.ts';
import { type BreathAnalysis, createBreathAnalyser } from './breath-analysis.ts';
import { readBreathing, respirationLimits } from './respiration-rate.ts';
import { createSlowSeries } from './slow-series.ts';

export interface RespirationWindow {
  fromSeconds: number;
  toSeconds: number;
  /** Breaths per minute, 4..80; null where it cannot be determined. */
  perMinute: number | null;
  /** 0..1; `perMinute` is given from 0.5. 0 without data. */
  certainty: number;
}

export interface RespirationWindowsOptions {
  sampleRateHz: number;
  /** Factor from input units to the unit of `flatBelow`. Default 1. */
  scale?: number;
  /** Swing below which the signal is flat. Default 0. */
  flatBelow?: number;
  /** Minimum swing of a breath as a share of the usual swing (`createBreathAnalyser`). */
  breathShare?: number | undefined;
  /** Default 64 and 32. */
  windowSeconds?: number;
  stepSeconds?: number;
}

/** Share of a window that must be measured without interruption up to its end. */
const MIN_SHARE = 0.5;

/**
 * Respiration rate of a whole recording in consecutive windows. Uses the analysis of the live
 * estimator (`createRespirationRate`), looking back from the end of each window. One pass, fixed
 * memory apart from the result.
 *
 * @param samples one channel that follows breathing; NaN: not measured
 */
export function respirationWindows(
  samples: Samples,
  options: RespirationWindowsOptions,
): RespirationWindow[] {
  const {
    sampleRateHz,
    scale = 1,
    flatBelow = 0,
    windowSeconds = 64,
    stepSeconds = 32,
    breathShare,
  } = options;
  const series = createSlowSeries({ sampleRateHz, channels: 1, keepSeconds: windowSeconds, scale });
  const stretch = new Float64Array(Math.ceil(windowSeconds * series.rateHz));
  const analyser = createBreathAnalyser(series.rateHz, stretch.length, breathShare);
  const windows: RespirationWindow[] = [];
  const seconds = samples.length / sampleRateHz;
  let pushed = 0;
  for (let from = 0; from + windowSeconds <= seconds + 1e-9; from += stepSeconds) {
    const to = from + windowSeconds;
    const until = Math.min(samples.length, Math.round(to * sampleRateHz));
    series.push(samples.subarray(pushed, until), (1000 * pushed) / sampleRateHz);
    pushed = until;
    const newestMs = series.newestMs();
    const fresh = !Number.isNaN(newestMs) && 1000 * to - newestMs <= respirationLimits.maxAgeMs;
    const length = fresh ? series.copyNewest(0, stretch) : 0;
    if (length < Math.max(MIN_SHARE * stretch.length, respirationLimits.minSeconds * series.rateHz))
      windows.push({ fromSeconds: from, toSeconds: to, perMinute: null, certainty: 0 });
    else
      windows.push({
        fromSeconds: from,
        toSeconds: to,
        ...toRate(analyser.analyse(stretch, length), flatBelow),
      });
  }
  return windows;
}

function toRate(
  breathing: BreathAnalysis,
  flatBelow: number,
): { perMinute: number | null; certainty: number } {
  const reading = readBreathing(breathing, flatBelow, 0);
  if (reading.kind === 'value') return { perMinute: reading.value, certainty: reading.certainty };
  // A flat trace has no certainty; an uneven one is limited to the threshold.
  return {
    perMinute: null,
    certainty:
      reading.kind === 'uncertain' && reading.reason === 'irregular'
        ? Math.min(breathing.certainty, respirationLimits.minCertainty)
        : 0,
  };
}

/**
 * A minute's rate includes this much of the preceding minute, as on monitors and ventilators, so
 * that a breath on the boundary counts.
 */
const LOOK_BACK_SECONDS = 10;
/**
 * For flow: a small swing is a breath, since air flowed. In effort, a small swing between large
 * ones is more likely a ripple.
 */
export const flowBreathShare = 0.2;

/** Rate of each whole minute, including the ten seconds before it where available. */
export function respirationMinutes(
  samples: Samples,
  options: RespirationWindowsOptions,
): RespirationWindow[] {
  const before = Math.round(LOOK_BACK_SECONDS * options.sampleRateHz);
  const padded = new Float32Array(samples.length + before).fill(Number.NaN);
  padded.set(
    samples instanceof Int16Array
      ? Float32Array.from(samples, (sample) => (isNotMeasured(sample) ? Number.NaN : sample))
      : samples,
    before,
  );
  const windows = respirationWindows(padded, {
    ...options,
    windowSeconds: 60 + LOOK_BACK_SECONDS,
    stepSeconds: 60,
  });
  return windows.map((window, minute) => ({
    ...window,
    fromSeconds: 60 * minute,
    toSeconds: 60 * (minute + 1),
  }));
}
