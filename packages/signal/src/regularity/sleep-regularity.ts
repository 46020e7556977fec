import { asleepLabel, awakeLabel, type SleepWakeLabels } from '../actigraphy/sleep-wake-labels.ts';

/**
 * Sleep regularity index, −100..100: the agreement of sleep and wake 24 h apart. A. J. K. Phillips
 * et al., "Irregular sleep/wake patterns are associated with poorer academic performance and
 * delayed circadian and sleep/wake timing", Sci. Rep. 7 (2017) 3216, section Methods: −100 + 200 ×
 * the share of pairs a day apart that agree. Pairs with an unknown epoch are skipped; null with
 * less than a day of pairs.
 *
 * @param labels one per epoch, over several days
 */
export function sleepRegularityIndex(labels: SleepWakeLabels, epochsPerDay: number): number | null {
  let same = 0;
  let pairs = 0;
  for (let i = 0; i + epochsPerDay < labels.length; i++) {
    const today = labels[i];
    const tomorrow = labels[i + epochsPerDay];
    if (!isKnown(today) || !isKnown(tomorrow)) continue;
    pairs += 1;
    if (today === tomorrow) same += 1;
  }
  return pairs < epochsPerDay ? null : -100 + (200 * same) / pairs;
}

const isKnown = (label: number | undefined): boolean =>
  label === asleepLabel || label === awakeLabel;

/**
 * Onset and end of a sleep in minutes after a midnight, 0..1440, or more for times after the next
 * midnight.
 */
export interface SleepSpan {
  onsetMinutes: number;
  wakeMinutes: number;
}

/** Middle of a sleep in minutes after midnight, 0..1440. */
export function sleepMidpoint({ onsetMinutes, wakeMinutes }: SleepSpan): number {
  const until = wakeMinutes < onsetMinutes ? wakeMinutes + DAY_MINUTES : wakeMinutes;
  return modulo((onsetMinutes + until) / 2, DAY_MINUTES);
}

const DAY_MINUTES = 1440;
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/**
 * Social jetlag in minutes, 0..720: difference between the sleep midpoints of free days and work
 * days (M. Wittmann et al., "Social jetlag: misalignment of biological and social time",
 * Chronobiol. Int. 23 (2006) 497–509), with circular means. Null without a sleep of each kind.
 */
export function socialJetlag(
  workDays: readonly SleepSpan[],
  freeDays: readonly SleepSpan[],
): number | null {
  if (workDays.length === 0 || freeDays.length === 0) return null;
  const apart = Math.abs(
    circularMean(workDays.map(sleepMidpoint)) - circularMean(freeDays.map(sleepMidpoint)),
  );
  return Math.min(apart, DAY_MINUTES - apart);
}

/**
 * Circular mean of times of day in minutes, 0..1440 (K. V. Mardia, "Statistics of Directional
 * Data", 1972, § 2.2).
 */
export function circularMean(minutes: readonly number[]): number {
  const angles = minutes.map((minute) => (2 * Math.PI * minute) / DAY_MINUTES);
  const mean = Math.atan2(
    angles.reduce((sum, angle) => sum + Math.sin(angle), 0),
    angles.reduce((sum, angle) => sum + Math.cos(angle), 0),
  );
  return modulo((mean * DAY_MINUTES) / (2 * Math.PI), DAY_MINUTES);
}
