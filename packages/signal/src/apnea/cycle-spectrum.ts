import { windowSpectrum } from '../hrv/band-power.ts';
import { createEpochWindows } from '../model/epoch-windows.ts';

/** Band edges in Hz. Cycles of apnoea fall in 0.012..0.04, most of them in 0.017..0.029. */
const EDGES_HZ = [0.004, 0.008, 0.012, 0.017, 0.022, 0.029, 0.04, 0.06, 0.1] as const;
export const cycleBandCount = EDGES_HZ.length - 1;
const CYCLE_BANDS = { from: 2, to: 6 };

/** Spectral features of one window; powers are natural logarithms. */
export interface CycleSpectrum {
  /** Log share of each band in the power of 0.004..0.1 Hz. */
  shares: number[];
  /** Log power in the cycle bands, and in all bands. */
  cycle: number;
  total: number;
  /** Share of the power, 0..1, in the cycle bands, and in their strongest line. */
  cycleShare: number;
  peak: number;
}

const SMALLEST = 1e-9;

/**
 * Computes the spectrum of the window [from, from + length) of a series sampled at `rateHz`.
 * Samples outside the series count as its mean.
 */
export function cycleSpectrum(
  series: Float64Array,
  from: number,
  length: number,
  rateHz: number,
): CycleSpectrum {
  const bins = Math.ceil(((EDGES_HZ.at(-1) ?? 0) * length) / rateHz);
  const spectrum = windowSpectrum(series, Math.round(from), length, bins);
  const powers = EDGES_HZ.slice(1).map(() => 0);
  let all = 0;
  let largest = 0;
  for (let bin = 1, band = 0; bin < spectrum.length; bin++) {
    const hz = (bin * rateHz) / length;
    while (band < powers.length && hz >= (EDGES_HZ[band + 1] ?? 0)) band += 1;
    if (hz < EDGES_HZ[0] || band >= powers.length) continue;
    const power = spectrum[bin] ?? 0;
    powers[band] = (powers[band] ?? 0) + power;
    all += power;
    if (band >= CYCLE_BANDS.from && band < CYCLE_BANDS.to)
      largest = Math.max(
        largest,
        power + ((spectrum[bin - 1] ?? 0) + (spectrum[bin + 1] ?? 0)) / 2,
      );
  }
  const cycle = powers
    .slice(CYCLE_BANDS.from, CYCLE_BANDS.to)
    .reduce((sum, power) => sum + power, 0);
  return {
    shares: powers.map((power) => Math.log(0.003 + power / (all + SMALLEST))),
    cycle: Math.log(cycle + SMALLEST),
    total: Math.log(all + SMALLEST),
    cycleShare: cycle / (all + SMALLEST),
    peak: largest / (all + SMALLEST),
  };
}

const MIN_SECONDS = 20;
const MAX_SECONDS = 80;

/**
 * Highest autocorrelation at lags of 20..80 s after removing a 90 s moving mean, and its lag in
 * seconds.
 */
export function regularity(
  series: Float64Array,
  from: number,
  length: number,
  rateHz: number,
): { best: number; lag: number } {
  const first = Math.max(0, Math.round(from));
  const stretch = series.subarray(first, Math.max(first, Math.round(from) + length));
  const windows = createEpochWindows(stretch);
  const half = Math.round(45 * rateHz);
  const level = stretch.map((value, i) => {
    const apart = value - windows.mean(i - half, i + half + 1);
    return Number.isNaN(apart) ? 0 : apart;
  });
  let best = -1;
  let lag = 0;
  for (
    let shift = Math.round(MIN_SECONDS * rateHz);
    shift <= Math.min(MAX_SECONDS * rateHz, level.length / 2);
    shift++
  ) {
    let product = 0;
    let early = 0;
    let late = 0;
    for (let i = 0; i + shift < level.length; i++) {
      const a = level[i] ?? 0;
      const b = level[i + shift] ?? 0;
      product += a * b;
      early += a * a;
      late += b * b;
    }
    const correlation = early > 0 && late > 0 ? product / Math.sqrt(early * late) : 0;
    if (correlation > best) {
      best = correlation;
      lag = shift / rateHz;
    }
  }
  return { best, lag };
}
