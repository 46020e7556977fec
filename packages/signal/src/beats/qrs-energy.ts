import {
  createFilterState,
  filterSample,
  highPass,
  inSeries,
  lowPass,
  settleFilter,
} from '../filters/biquad.ts';

/** Energy of the ECG in the QRS band, one value ≥ 0 per sample. */
interface QrsEnergy {
  /** Energy at this sample; it lags the ECG by `delaySamples`. */
  next(sample: number): number;
  /** Slope of the band-passed signal at the latest sample, in input units per second. */
  slope(): number;
  reset(): void;
  readonly delaySamples: number;
}

/**
 * Band in which a QRS complex exceeds P and T waves, baseline wander and muscle noise (Pan &
 * Tompkins 1985; Hamilton 2002).
 */
const LOW_HZ = 6;
const HIGH_HZ = 18;
/** About the length of one QRS complex. */
const AVERAGE_MS = 90;

/**
 * Band-pass, slope, absolute value, moving average: the front end of Hamilton, "Open source ECG
 * analysis", 2002.
 */
export function createQrsEnergy(sampleRateHz: number): QrsEnergy {
  const filter = inSeries(
    highPass(LOW_HZ, sampleRateHz),
    lowPass(Math.min(HIGH_HZ, sampleRateHz * 0.4), sampleRateHz),
  );
  const state = createFilterState(filter);
  const averageLength = Math.max(2, Math.round((AVERAGE_MS / 1000) * sampleRateHz));
  const window = new Float64Array(averageLength);
  let at = 0;
  // Window sum, previous band value, slope. In an array: a fraction in a captured variable would
  // allocate an object for each sample.
  const held = new Float64Array(3);
  let settled = false;
  return {
    next(sample) {
      if (!settled) settleFilter(filter, state, sample);
      settled = true;
      const band = filterSample(filter, state, sample);
      const slope = (band - (held[1] ?? 0)) * sampleRateHz;
      const size = Math.abs(slope);
      let sum = (held[0] ?? 0) + size - (window[at] ?? 0);
      window[at] = size;
      at += 1;
      if (at === averageLength) {
        at = 0;
        // Summing again stops rounding errors from adding up over a night.
        sum = window.reduce((total, value) => total + value, 0);
      }
      held[0] = sum;
      held[1] = band;
      held[2] = slope;
      return sum / averageLength;
    },
    slope: () => held[2] ?? 0,
    reset() {
      state.fill(0);
      window.fill(0);
      held.fill(0);
      at = 0;
      settled = false;
    },
    delaySamples: bandDelay(filter) + averageLength / 2,
  };
}

/**
 * Centroid of the energy of the impulse response: the delay of a pulse as short as a QRS complex.
 */
function bandDelay(filter: Float64Array): number {
  const state = createFilterState(filter);
  let energy = 0;
  let moment = 0;
  for (let i = 0; i < 2000; i++) {
    const response = filterSample(filter, state, i === 0 ? 1 : 0) ** 2;
    energy += response;
    moment += i * response;
  }
  return moment / energy;
}
