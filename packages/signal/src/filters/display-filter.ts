import {
  createFilterState,
  type Filter,
  filterSample,
  highPass,
  inSeries,
  lowPass,
  notch,
  settleFilter,
} from './biquad.ts';
import { isNotMeasured, type Samples } from '../reading/reading.ts';

/**
 * Cut-offs for a trace on screen; an omitted field disables its filter.
 *
 * ECG, monitor mode: high-pass 0.5 Hz, low-pass 40 Hz (IEC 60601-2-27). ECG, diagnostic: 0.05–150
 * Hz (IEC 60601-2-25). Respiration and impedance: 0.05–3 Hz. Mains: 50 Hz in eastern Japan, 60 Hz
 * in western Japan.
 */
export interface DisplayFilterOptions {
  sampleRateHz: number;
  highPassHz?: number;
  lowPassHz?: number;
  mainsHz?: 50 | 60;
}

export interface DisplayFilter {
  /**
   * Filters `samples` into `output` (same length). Samples that are not measured become NaN and
   * leave the filter state unchanged.
   */
  apply(samples: Samples, output: Float32Array): void;
  /** Resets the filter, as after a gap: the next sample settles it at its own level. */
  reset(): void;
}

/**
 * A streaming filter for drawing. Its second-order sections delay and distort the signal, so never
 * measure on it. A cut-off at or above half the sample rate is ignored.
 */
export function createDisplayFilter(options: DisplayFilterOptions): DisplayFilter {
  const filter = designDisplayFilter(options);
  const state = createFilterState(filter);
  let settled = false;
  return {
    apply(samples, output) {
      for (let i = 0; i < samples.length; i++) {
        const sample = samples[i] ?? Number.NaN;
        if (isNotMeasured(sample)) {
          output[i] = Number.NaN;
          continue;
        }
        if (!settled) settleFilter(filter, state, sample);
        settled = true;
        output[i] = filterSample(filter, state, sample);
      }
    },
    reset() {
      settled = false;
    },
  };
}

export function designDisplayFilter({
  sampleRateHz,
  highPassHz,
  lowPassHz,
  mainsHz,
}: DisplayFilterOptions): Filter {
  const halfRateHz = sampleRateHz / 2;
  const parts: Filter[] = [];
  if (highPassHz !== undefined && highPassHz < halfRateHz)
    parts.push(highPass(highPassHz, sampleRateHz));
  if (lowPassHz !== undefined && lowPassHz < halfRateHz)
    parts.push(lowPass(lowPassHz, sampleRateHz));
  if (mainsHz !== undefined && mainsHz < halfRateHz) parts.push(notch(mainsHz, sampleRateHz));
  return inSeries(...parts);
}
