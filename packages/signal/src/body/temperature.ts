import {
  type Estimator,
  isNotMeasured,
  noReading,
  type Reading,
  uncertainReading,
  valueReading,
} from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

export interface TemperatureOptions {
  sampleRateHz: number;
  /** Factor from input units to °C. Default 1. */
  scale?: number;
  /** °C added after scaling. Default 0. */
  offset?: number;
  /**
   * Plausible range in °C. Default 10..45: from a cold sensor just put on to skin under bedding.
   */
  lowest?: number;
  highest?: number;
}

const MEDIAN_OF = 5;
const SMOOTH_SECONDS = 20;
const MAX_AGE_MS = 60_000;

/**
 * Temperature in °C: a median of five samples, which removes single outliers, then a 20 s
 * exponential average. Values outside the plausible range are dropped; after a minute without a
 * plausible value the reading is `implausible`.
 */
export function createTemperature(options: TemperatureOptions): Estimator {
  const { sampleRateHz, scale = 1, offset = 0, lowest = 10, highest = 45 } = options;
  const clock = createSampleClock(sampleRateHz, 10_000);
  const recent = new Float64Array(MEDIAN_OF);
  const sorted = new Float64Array(MEDIAN_OF);
  const share = 1 - Math.exp(-1 / (SMOOTH_SECONDS * sampleRateHz));
  let count = 0;
  let level = 0;
  let goodMs = Number.NaN;
  let newestMs = Number.NaN;

  const take = (celsius: number) => {
    recent[count % MEDIAN_OF] = celsius;
    count += 1;
    const used = Math.min(count, MEDIAN_OF);
    sorted.set(recent);
    sorted.subarray(0, used).sort();
    const median = sorted[used >> 1] ?? celsius;
    level += Math.max(share, 1 / count) * (median - level);
  };

  return {
    push(samples, firstSampleTimeMs) {
      if (clock.begin(firstSampleTimeMs)) count = 0;
      for (let i = 0; i < samples.length; i++) {
        const sample = samples[i] ?? Number.NaN;
        if (isNotMeasured(sample)) continue;
        newestMs = clock.timeMs(i);
        const celsius = sample * scale + offset;
        if (celsius < lowest || celsius > highest) continue;
        take(celsius);
        goodMs = newestMs;
      }
      clock.advance(samples.length);
    },
    read(nowMs): Reading {
      if (Number.isNaN(newestMs) || nowMs - newestMs > MAX_AGE_MS) return noReading;
      if (Number.isNaN(goodMs) || nowMs - goodMs > MAX_AGE_MS)
        return uncertainReading('implausible', newestMs);
      return valueReading(level, Math.min(1, count / MEDIAN_OF), goodMs);
    },
  };
}
