import {
  asleepLabel,
  awakeLabel,
  type SleepWakeLabels,
  unknownLabel,
} from './sleep-wake-labels.ts';

export interface ActiwareOptions {
  /** Length of an epoch: 15, 30, 60 or 120 s. */
  epochSeconds: 15 | 30 | 60 | 120;
  /**
   * Weighted counts over this are wake: 20 high, 40 medium (default), 80 low sensitivity to wake.
   */
  wakeOver?: number;
}

/**
 * Weights of an epoch and of those at growing distance on both sides, per length of epoch (Oakley
 * 1997; Actiware 5 manual).
 */
const WEIGHTS = {
  15: [4, 0.2, 0.2, 0.2, 0.2, 0.04, 0.04, 0.04, 0.04],
  30: [2, 0.2, 0.2, 0.04, 0.04],
  60: [1, 0.2, 0.04],
  120: [0.5, 0.12],
} as const;

/**
 * Sleep or wake an epoch by the weighted activity of Actiware (N. R. Oakley, "Validation with
 * polysomnography of the Sleepwatch sleep/wake scoring algorithm used by the Actiwatch activity
 * monitoring system", Mini Mitter 1997): wake where the weighted sum of counts of two minutes on
 * either side is over the threshold. Counts outside the recording are 0; a missing epoch is unknown
 * and counts as 0 for its neighbours.
 */
export function scoreActiware(
  counts: ArrayLike<number>,
  options: ActiwareOptions,
): SleepWakeLabels {
  const { epochSeconds, wakeOver = 40 } = options;
  const weights = WEIGHTS[epochSeconds];
  const countAt = (epoch: number) => {
    const count = counts[epoch] ?? 0;
    return Number.isNaN(count) ? 0 : count;
  };
  return Int8Array.from({ length: counts.length }, (_, epoch) => {
    if (Number.isNaN(counts[epoch] ?? Number.NaN)) return unknownLabel;
    let sum = weights[0] * countAt(epoch);
    for (let apart = 1; apart < weights.length; apart++)
      sum += (weights[apart] ?? 0) * (countAt(epoch - apart) + countAt(epoch + apart));
    return sum > wakeOver ? awakeLabel : asleepLabel;
  });
}
