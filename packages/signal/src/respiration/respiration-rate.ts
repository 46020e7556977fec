import { type BreathAnalysis, createBreathAnalyser } from './breath-analysis.ts';
import { createSlowSeries } from './slow-series.ts';
import {
  type Estimator,
  noReading,
  type Reading,
  type Samples,
  uncertainReading,
  valueReading,
} from '../reading/reading.ts';

export interface RespirationOptions {
  /** Samples per second of one channel; at least 8 Hz. */
  sampleRateHz: number;
  /**
   * Length of the window in seconds. Default 32: follows a change within half a minute. With fewer
   * than four breaths the window is doubled.
   */
  windowSeconds?: number;
  /** Factor from input units to the unit of `flatBelow`. Default 1. */
  scale?: number;
  /** Trough-to-peak swing below which the signal is flat. Default 0: only regularity counts. */
  flatBelow?: number;
}

export interface RespirationEstimator extends Estimator {
  /** Time of the latest breath found by the last `read`; NaN without one. Used by apnoea rules. */
  lastBreathMs(): number;
}

const FEW_BREATHS = 4;

/** Shared by the one-channel and the accelerometer estimators. */
export const respirationLimits = {
  lowestPerMinute: 4,
  highestPerMinute: 80,
  minCertainty: 0.5,
  minSeconds: 8,
  maxAgeMs: 10_000,
};

/**
 * Respiration rate per minute (4..80) from one channel that follows breathing: thoracic impedance
 * (50..125 Hz), a flow sensor, or the global impedance of EIT (13..20 Hz). `read` does the work
 * (about 0.2 ms); call it once a second.
 */
export function createRespirationRate(options: RespirationOptions): RespirationEstimator {
  const { sampleRateHz, windowSeconds = 32, scale = 1, flatBelow = 0 } = options;
  const series = createSlowSeries({
    sampleRateHz,
    channels: 1,
    keepSeconds: 2 * windowSeconds,
    scale,
  });
  const window = new Float64Array(Math.ceil(2 * windowSeconds * series.rateHz));
  const shortWindow = window.subarray(0, Math.ceil(windowSeconds * series.rateHz));
  const analyser = createBreathAnalyser(series.rateHz, window.length);
  let lastBreathMs = Number.NaN;
  return {
    push: (samples, firstSampleTimeMs) => series.push(samples, firstSampleTimeMs),
    read(nowMs): Reading {
      const newestMs = series.newestMs();
      if (Number.isNaN(newestMs) || nowMs - newestMs > respirationLimits.maxAgeMs) return noReading;
      let length = series.copyNewest(0, shortWindow);
      if (length < respirationLimits.minSeconds * series.rateHz)
        return uncertainReading('settling', newestMs);
      let breathing = analyser.analyse(shortWindow, length);
      if (breathing.count < FEW_BREATHS && series.size() > length) {
        length = series.copyNewest(0, window);
        breathing = analyser.analyse(window, length);
      }
      lastBreathMs = lastBreathTime(breathing, length, newestMs, series.rateHz);
      return readBreathing(breathing, flatBelow, newestMs);
    },
    lastBreathMs: () => lastBreathMs,
  };
}

export function lastBreathTime(
  breathing: BreathAnalysis,
  length: number,
  newestMs: number,
  rateHz: number,
): number {
  if (breathing.count === 0) return Number.NaN;
  return newestMs - ((length - 1 - (breathing.breathAt[breathing.count - 1] ?? 0)) * 1000) / rateHz;
}

export function readBreathing(breathing: BreathAnalysis, flatBelow: number, atMs: number): Reading {
  if (breathing.amplitude * 2 <= flatBelow) return uncertainReading('flat', atMs);
  if (breathing.count < 3) return uncertainReading('settling', atMs);
  const { lowestPerMinute, highestPerMinute, minCertainty } = respirationLimits;
  if (breathing.certainty < minCertainty) return uncertainReading('irregular', atMs);
  const rate = breathing.ratePerMinute;
  if (!(rate >= lowestPerMinute && rate <= highestPerMinute))
    return uncertainReading('implausible', atMs);
  return valueReading(rate, breathing.certainty, atMs);
}

/**
 * Respiration rate of a finished recording of 10 s to some minutes.
 *
 * @param samples one channel that follows breathing
 */
export function measureRespiration(samples: Samples, sampleRateHz: number): Reading {
  const seconds = samples.length / sampleRateHz;
  const estimator = createRespirationRate({ sampleRateHz, windowSeconds: Math.max(1, seconds) });
  estimator.push(samples, 0);
  return estimator.read(seconds * 1000);
}
