import {
  createFilterState,
  filterSample,
  highPass,
  inSeries,
  lowPass,
  settleFilter,
} from '../filters/biquad.ts';
import {
  type Estimator,
  isNotMeasured,
  noReading,
  type Reading,
  type Samples,
  valueReading,
} from '../reading/reading.ts';
import { createSampleClock } from '../reading/sample-clock.ts';

export type SignalQuality = 'good' | 'flat' | 'saturated' | 'noisy';

export interface SignalQualityOptions {
  sampleRateHz: number;
  /** Peak-to-peak amplitude below this is flat. Default 0.02 (mV for an ECG). */
  flatBelow?: number;
  /** Factor from input units to the unit of `flatBelow`. Default 1. */
  scale?: number;
  /** Length of one assessment in seconds. Default 4. */
  windowSeconds?: number;
}

/** Share of samples stuck at the window's extreme; a clean ECG never reaches it. */
const STUCK_SHARE = 0.08;
/** Maximum share of samples that the device did not measure. */
const MISSING_SHARE = 0.2;
/** Maximum power above 40 Hz (muscle, mains) over power in the QRS band. */
const NOISE_RATIO = 1;

/**
 * Rates an ECG every few seconds as good, flat (lead off), saturated (amplifier at its limit) or
 * noisy (muscle, mains, or over a fifth of the samples missing). A rating is valid for three
 * windows.
 */
export function createSignalQuality(options: SignalQualityOptions): Estimator<SignalQuality> {
  const { sampleRateHz, flatBelow = 0.02, scale = 1, windowSeconds = 4 } = options;
  const clock = createSampleClock(sampleRateHz);
  const windowSamples = Math.max(2, Math.round(windowSeconds * sampleRateHz));
  const bands = createBandPowers(sampleRateHz);
  const level = createLevelWatch();
  let missing = 0;
  let count = 0;
  let judged: SignalQuality | undefined;
  let judgedAtMs = 0;

  const assessWindow = (): SignalQuality => {
    if (missing / windowSamples > MISSING_SHARE) return 'noisy';
    if (level.range() * scale < flatBelow) return 'flat';
    if (level.stuck() / windowSamples > STUCK_SHARE) return 'saturated';
    return bands.noisePower() > NOISE_RATIO * bands.qrsPower() ? 'noisy' : 'good';
  };
  const restart = () => {
    bands.restart();
    level.restart();
    missing = 0;
    count = 0;
  };

  return {
    push(samples: Samples, firstSampleTimeMs) {
      if (clock.begin(firstSampleTimeMs)) restart();
      for (let i = 0; i < samples.length; i++) {
        const sample = samples[i] ?? Number.NaN;
        if (isNotMeasured(sample)) missing += 1;
        else {
          level.next(sample);
          bands.next(sample);
        }
        count += 1;
        if (count < windowSamples) continue;
        judged = assessWindow();
        judgedAtMs = clock.timeMs(i);
        restart();
      }
      clock.advance(samples.length);
    },
    read(nowMs): Reading<SignalQuality> {
      if (judged === undefined || nowMs - judgedAtMs > 3000 * windowSeconds) return noReading;
      return valueReading(judged, 1, judgedAtMs);
    },
  };
}

function createBandPowers(sampleRateHz: number) {
  const half = sampleRateHz / 2;
  const qrs = inSeries(highPass(5, sampleRateHz), lowPass(Math.min(25, half * 0.8), sampleRateHz));
  const noise = highPass(Math.min(40, half * 0.8), sampleRateHz, 4);
  const qrsState = createFilterState(qrs);
  const noiseState = createFilterState(noise);
  let settled = false;
  // Power in the QRS band and above it. In an array: a fraction in a captured variable would
  // allocate an object for each sample.
  const powers = new Float64Array(2);
  return {
    next(sample: number) {
      if (!settled) {
        settleFilter(qrs, qrsState, sample);
        settleFilter(noise, noiseState, sample);
        settled = true;
      }
      powers[0] = (powers[0] ?? 0) + filterSample(qrs, qrsState, sample) ** 2;
      powers[1] = (powers[1] ?? 0) + filterSample(noise, noiseState, sample) ** 2;
    },
    restart() {
      powers.fill(0);
    },
    qrsPower: () => powers[0] ?? 0,
    noisePower: () => powers[1] ?? 0,
  };
}

/**
 * Tracks the range of the values, and how many samples repeat the previous one at the highest or
 * lowest value so far.
 */
function createLevelWatch() {
  const LOWEST = 0;
  const HIGHEST = 1;
  const PREVIOUS = 2;
  const held = Float64Array.of(Infinity, -Infinity, Number.NaN);
  let stuckLow = 0;
  let stuckHigh = 0;
  return {
    next(sample: number) {
      const lowest = held[LOWEST] ?? Infinity;
      const highest = held[HIGHEST] ?? -Infinity;
      if (sample < lowest) {
        held[LOWEST] = sample;
        stuckLow = 0;
      } else if (sample === lowest && sample === held[PREVIOUS]) stuckLow += 1;
      if (sample > highest) {
        held[HIGHEST] = sample;
        stuckHigh = 0;
      } else if (sample === highest && sample === held[PREVIOUS]) stuckHigh += 1;
      held[PREVIOUS] = sample;
    },
    range: () => Math.max(0, (held[HIGHEST] ?? 0) - (held[LOWEST] ?? 0)),
    stuck: () => Math.max(stuckLow, stuckHigh),
    restart() {
      held[LOWEST] = Infinity;
      held[HIGHEST] = -Infinity;
      stuckLow = 0;
      stuckHigh = 0;
    },
  };
}
