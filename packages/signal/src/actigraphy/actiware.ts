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
   * An epoch is wake if its weighted counts exceed this. 20: high sensitivity to wake, 40: medium
   * (default), 80: low.
   */
  wakeOver?: number;
}

/**
 * Weight of the epoch itself, then of the epochs at distance 1, 2, … on both sides (Oakley 1997;
 * Actiware 5 manual).
 */
const WEIGHTS = {
  15: [4, 0.2, 0.2, 0.2, 0.2, 0.04, 0.04, 0.04, 0.04],
  30: [2, 0.2, 0.2, 0.04, 0.04],
  60: [1, 0.2, 0.04],
  120: [0.5, 0.12],
} as const;

/**
 * Labels each epoch as sleep or wake with Actiware's weighted activity (N. R. Oakley, "Validation
 * with polysomnography of the Sleepwatch sleep/wake scoring algorithm used by the Actiwatch
 * activity monitoring system", Mini Mitter 1997). An epoch is wake if the weighted counts of the
 * two minutes on either side exceed the threshold. Counts outside the recording are 0. A missing
 * epoch (NaN) is labelled unknown and counts as 0 for its neighbours.
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
