import { actilifeCounts } from './actilife-counts.ts';
import {
  asleepLabel,
  awakeLabel,
  type SleepWakeLabels,
  unknownLabel,
} from './sleep-wake-labels.ts';

const AROUND = 5;
const WINDOW = 2 * AROUND + 1;
/** A minute with fewer measured minutes than this in its window is unknown. */
const MIN_MEASURED = 6;

/**
 * Labels each minute as sleep or wake after A. Sadeh, K. M. Sharkey, M. A. Carskadon,
 * "Activity-based sleep-wake identification: an empirical test of methodological issues", Sleep 17
 * (1994) 201–207, p. 203, as ActiLife 6 computes it:
 *
 *     7.601 − 0.065 MEAN − 1.08 NAT − 0.056 SD − 0.703 ln(count + 1) > −4  → asleep
 *
 * MEAN is the mean of the eleven minutes around, NAT the number of them in 50..<100, SD the sample
 * standard deviation of this minute and the five before. Minutes outside the recording count as 0,
 * as in ActiLife. Missing minutes inside it are skipped and the sums are scaled up. A minute is
 * unknown if it is missing itself, or if fewer than six minutes of its window were measured.
 *
 * @param counts vertical axis, one value per minute, ≥ 0; NaN: not measured
 */
export function scoreSadeh(counts: ArrayLike<number>): SleepWakeLabels {
  const scaled = actilifeCounts(counts, 1);
  return Int8Array.from(scaled, (count, minute) => {
    if (Number.isNaN(count)) return unknownLabel;
    const window = sumsAround(scaled, minute);
    if (window.measured < MIN_MEASURED) return unknownLabel;
    const index =
      7.601 -
      (0.065 * window.sum) / window.measured -
      (1.08 * window.moderate * WINDOW) / window.measured -
      0.056 * computeDeviation(scaled, minute) -
      0.703 * Math.log(count + 1);
    return index > -4 ? asleepLabel : awakeLabel;
  });
}

function sumsAround(
  scaled: Float64Array,
  minute: number,
): { sum: number; moderate: number; measured: number } {
  let sum = 0;
  let moderate = 0;
  let measured = 0;
  for (let at = minute - AROUND; at <= minute + AROUND; at++) {
    const count = at < 0 || at >= scaled.length ? 0 : (scaled[at] ?? 0);
    if (Number.isNaN(count)) continue;
    measured += 1;
    sum += count;
    if (count >= 50 && count < 100) moderate += 1;
  }
  return { sum, moderate, measured };
}

function computeDeviation(scaled: Float64Array, minute: number): number {
  let sum = 0;
  let measured = 0;
  const each = (visit: (count: number) => void) => {
    for (let at = minute - AROUND; at <= minute; at++) {
      const count = at < 0 ? 0 : (scaled[at] ?? 0);
      if (!Number.isNaN(count)) visit(count);
    }
  };
  each((count) => {
    sum += count;
    measured += 1;
  });
  if (measured < 2) return 0;
  let squares = 0;
  each((count) => {
    squares += (count - sum / measured) ** 2;
  });
  return Math.sqrt(squares / (measured - 1));
}
