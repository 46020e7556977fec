/**
 * Power of an evenly sampled series in a band, in its unit squared: a periodogram at multiples of
 * one over the window's length, after removing mean and slope and applying a Hann window (P. D.
 * Welch, IEEE Trans. Audio Electroacoust. 15 (1967) 70–73, one segment). A sine of amplitude a
 * within the band has power a² / 2.
 *
 * @param series evenly sampled; missing values (NaN) count as the mean
 * @param from index of the first value of the window
 * @param length number of values in the window
 */
export function bandPower(
  series: Float64Array,
  from: number,
  length: number,
  rateHz: number,
  [lowHz, highHz]: readonly [number, number],
): number {
  const spectrum = windowSpectrum(series, from, length, Math.ceil((highHz * length) / rateHz));
  let power = 0;
  for (
    let bin = Math.ceil((lowHz * length) / rateHz - 1e-9);
    bin < spectrum.length && (bin * rateHz) / length < highHz;
    bin++
  )
    power += spectrum[bin] ?? 0;
  return power;
}

/** Mean square of a Hann window, by which its power is normalised. */
const HANN_POWER = 3 / 8;

/**
 * Power in the bins 0..bins of the window, as summed by `bandPower`; bin k is at k × rate / length.
 */
export function windowSpectrum(
  series: Float64Array,
  from: number,
  length: number,
  bins: number,
): Float64Array {
  const tapered = taperedWindow(series, from, length);
  const out = new Float64Array(bins + 1);
  for (let bin = 1; bin <= bins; bin++) {
    // Goertzel: one multiplication a sample (G. Goertzel, Amer. Math. Monthly 65 (1958) 34–35).
    const twice = 2 * Math.cos((2 * Math.PI * bin) / length);
    let one = 0;
    let two = 0;
    for (let i = 0; i < length; i++) {
      const next = (tapered[i] ?? 0) + twice * one - two;
      two = one;
      one = next;
    }
    out[bin] = (2 * (one * one + two * two - twice * one * two)) / (length * length * HANN_POWER);
  }
  return out;
}

function taperedWindow(series: Float64Array, from: number, length: number): Float64Array {
  let sum = 0;
  let moment = 0;
  let spread = 0;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const value = series[from + i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  const mean = count === 0 ? 0 : sum / count;
  const middle = (length - 1) / 2;
  for (let i = 0; i < length; i++) {
    const value = series[from + i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    moment += (i - middle) * (value - mean);
    spread += (i - middle) ** 2;
  }
  const slope = spread > 0 ? moment / spread : 0;
  return Float64Array.from({ length }, (_, i) => {
    const value = series[from + i] ?? Number.NaN;
    if (Number.isNaN(value)) return 0;
    return (
      (value - mean - slope * (i - middle)) *
      (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length))
    );
  });
}
