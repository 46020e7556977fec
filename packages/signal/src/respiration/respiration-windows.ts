import { isNotMeasured, type Samples } from '../reading/reading.ts';
import { type BreathAnalysis, createBreathAnalyser } from './breath-analysis.ts';
import { readBreathing, respirationLimits } from './respiration-rate.ts';
import { createSlowSeries } from './slow-series.ts';

export interface RespirationWindow {
  fromSeconds: number;
  toSeconds: number;
  /** Breaths a minute, 4..80; null where it cannot be said. */
  perMinute: number | null;
  /** 0..1; from 0.5 on the rate is said. 0 without data. */
  certainty: number;
}

export interface RespirationWindowsOptions {
  sampleRateHz: number;
  /** Input unit to the unit of `flatBelow`. Default 1. */
  scale?: number;
  /** Swing below which there is no breathing to see. Default 0. */
  flatBelow?: number;
  /** Share of the usual swing from which on a swing is a breath (`createBreathAnalyser`). */
  breathShare?: number | undefined;
  /** Default 64, step 32. */
  windowSeconds?: number;
  stepSeconds?: number;
}

/** Share of a window that has to be measured without a break up to its end. */
const LEAST_SHARE = 0.5;

/**
 * Respiration rate of a whole recording in windows one after the other, in one pass and fixed
 * memory besides the result; the same analysis as the live estimator's (`createRespirationRate`),
 * which looks back from each window's end.
 *
 * @param samples one channel that rises and falls with the breath; NaN: not measured
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
    if (
      length < Math.max(LEAST_SHARE * stretch.length, respirationLimits.minSeconds * series.rateHz)
    )
      windows.push({ fromSeconds: from, toSeconds: to, perMinute: null, certainty: 0 });
    else
      windows.push({
        fromSeconds: from,
        toSeconds: to,
        ...rateOf(analyser.analyse(stretch, length), flatBelow),
      });
  }
  return windows;
}

function rateOf(
  breathing: BreathAnalysis,
  flatBelow: number,
): { perMinute: number | null; certainty: number } {
  const reading = readBreathing(breathing, flatBelow, 0);
  if (reading.kind === 'value') return { perMinute: reading.value, certainty: reading.certainty };
  // What is flat is not half certain; what is uneven is as certain as it is even.
  return {
    perMinute: null,
    certainty:
      reading.kind === 'uncertain' && reading.reason === 'irregular'
        ? Math.min(breathing.certainty, respirationLimits.minCertainty)
        : 0,
  };
}

/**
 * A minute's rate looks back this much further, so that a breath on its edge counts; monitors and
 * ventilators look back too.
 */
const LOOK_BACK_SECONDS = 10;
/**
 * In flow a small breath is a breath: air went. In effort a small swing between large ones is
 * rather a ripple.
 */
export const flowBreathShare = 0.2;

/** The rate of each whole minute, with the ten seconds before it where there are any. */
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
