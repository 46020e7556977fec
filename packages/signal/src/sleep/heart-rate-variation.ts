import { createEpochWindows, quantile } from '../model/epoch-windows.ts';

/** A higher median means heart rates per minute; the variation itself stays far below. */
const MIN_HEART_RATE = 20;
const NARROW_EPOCHS = 4;
const WIDE_EPOCHS = 20;
const WIDE_WEIGHT = 0.75;
const WINDOW_EPOCHS = 10;

/**
 * Variation of the heart rate over minutes, per epoch of 30 s, as in O. Walch, Y. Huang, D. Forger,
 * C. Goldstein, "Sleep stage prediction with raw acceleration and photoplethysmography heart rate
 * data derived from a consumer wearable device", Sleep 42 (2019) zsz180, section "Feature
 * extraction": a difference of Gaussians (σ 120 s less 0.75 × σ 600 s), divided by the 90th
 * percentile of its absolute value over the night; the result is its standard deviation in a window
 * of ten minutes.
 *
 * @param heartRate per minute, one value per epoch, NaN: not measured; values that already are the
 *   variation are returned unchanged
 */
export function heartRateVariation(heartRate: ArrayLike<number>): Float64Array {
  const filled = Float64Array.from(heartRate);
  if (!(quantile(filled, 0.5) > MIN_HEART_RATE)) return filled;
  const narrow = gaussian(filled, NARROW_EPOCHS);
  const wide = gaussian(filled, WIDE_EPOCHS);
  const change = narrow.map((value, i) => value - WIDE_WEIGHT * (wide[i] ?? Number.NaN));
  const usual = quantile(change.map(Math.abs), 0.9);
  const windows = createEpochWindows(change.map((value) => value / usual));
  return change.map((_, i) => windows.deviation(i - WINDOW_EPOCHS, i + WINDOW_EPOCHS + 1));
}

/** Gaussian mean of the measured values within three σ. */
function gaussian(values: Float64Array, sigma: number): Float64Array {
  const reach = 3 * sigma;
  const kernel = Float64Array.from({ length: reach + 1 }, (_, i) =>
    Math.exp(-0.5 * (i / sigma) ** 2),
  );
  return values.map((_, i) => {
    let sum = 0;
    let weights = 0;
    for (let at = Math.max(0, i - reach); at <= Math.min(values.length - 1, i + reach); at++) {
      const value = values[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const weight = kernel[Math.abs(at - i)] ?? 0;
      sum += weight * value;
      weights += weight;
    }
    return weights > 0 ? sum / weights : Number.NaN;
  });
}
