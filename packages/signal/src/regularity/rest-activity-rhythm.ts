import { createEpochWindows } from '../model/epoch-windows.ts';

/**
 * Stability, fragmentation and strength of the rest-activity rhythm over days. Null: too little
 * data.
 */
export interface RestActivityRhythm {
  /** Interdaily stability, 0..1: similarity of the days. */
  IS: number | null;
  /** Intradaily variability, 0..2 and above: fragmentation of the day. */
  IV: number | null;
  /** Relative amplitude, 0..1. */
  RA: number | null;
  /**
   * Mean activity and first hour of the most active ten and the least active five hours of the mean
   * day.
   */
  M10: { mean: number; startHour: number } | null;
  L5: { mean: number; startHour: number } | null;
}

const HOURS = 24;
/** Comparing days takes at least two of them. */
const MIN_HOURS = 48;

/**
 * Non-parametric rhythm figures: W. Witting et al., "Alterations in the circadian rest-activity
 * rhythm in aging and Alzheimer's disease", Biol. Psychiatry 27 (1990) 563–572, with the formulas
 * of E. J. W. van Someren et al., Chronobiol. Int. 16 (1999) 505–518: IS = n Σ(x̄h − x̄)² / (p Σ(xi
 * − x̄)²), IV = n Σ(xi − xi−1)² / ((n − 1) Σ(xi − x̄)²) on hourly means, RA = (M10 − L5) / (M10 +
 * L5) of the mean day. Hours without data are skipped.
 *
 * @param activity one value per epoch, starting at midnight; NaN: not measured
 */
export function restActivityRhythm(
  activity: ArrayLike<number>,
  epochsPerHour: number,
): RestActivityRhythm {
  const windows = createEpochWindows(activity);
  const hours = Float64Array.from(
    { length: Math.floor(activity.length / epochsPerHour) },
    (_, hour) => windows.mean(hour * epochsPerHour, (hour + 1) * epochsPerHour),
  );
  const day = Float64Array.from({ length: HOURS }, (_, hour) =>
    meanMeasured(hours.filter((_value, at) => at % HOURS === hour)),
  );
  const measured = hours.filter((value) => !Number.isNaN(value));
  const M10 = extremeHours(day, 10, 1);
  const L5 = extremeHours(day, 5, -1);
  const RA =
    M10 && L5 && M10.mean + L5.mean > 0 ? (M10.mean - L5.mean) / (M10.mean + L5.mean) : null;
  if (measured.length < MIN_HOURS) return { IS: null, IV: null, RA, M10, L5 };
  const mean = meanMeasured(measured);
  const squares = measured.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const known = day.filter((value) => !Number.isNaN(value));
  const between = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const { sum: steps, count } = successiveSquares(hours);
  return {
    IS: squares > 0 ? (measured.length * between) / (known.length * squares) : null,
    IV: squares > 0 && count > 0 ? (measured.length * steps) / (count * squares) : null,
    RA,
    M10,
    L5,
  };
}

function meanMeasured(values: Float64Array): number {
  return createEpochWindows(values).mean(0, values.length);
}

function successiveSquares(hours: Float64Array): { sum: number; count: number } {
  let sum = 0;
  let count = 0;
  for (let hour = 1; hour < hours.length; hour++) {
    const step = (hours[hour] ?? 0) - (hours[hour - 1] ?? 0);
    if (Number.isNaN(step)) continue;
    sum += step * step;
    count += 1;
  }
  return { sum, count };
}

/** The `length` hours of the circular mean day with the highest (sign 1) or lowest (−1) mean. */
function extremeHours(
  day: Float64Array,
  length: number,
  sign: 1 | -1,
): { mean: number; startHour: number } | null {
  let found: { mean: number; startHour: number } | null = null;
  for (let startHour = 0; startHour < HOURS; startHour++) {
    let sum = 0;
    for (let hour = 0; hour < length; hour++) sum += day[(startHour + hour) % HOURS] ?? Number.NaN;
    const mean = sum / length;
    if (!Number.isNaN(mean) && (found === null || sign * mean > sign * found.mean))
      found = { mean, startHour };
  }
  return found;
}
