import { probability, linearLogOdds } from '../model/classifiers.ts';
import { heartRateVariation } from './heart-rate-variation.ts';
import { sleepWakeFeatures } from './sleep-wake-features.ts';
import sleepWakeModel from './sleep-wake-model.json' with { type: 'json' };
import {
  asleepLabel,
  awakeLabel,
  type SleepWakeLabels,
  unknownLabel,
} from '../actigraphy/sleep-wake-labels.ts';

export interface SleepWakeScore {
  labels: SleepWakeLabels;
  /** Probability of sleep, 0..1; NaN where nothing was measured. */
  probabilityOfSleep: Float64Array;
}

/**
 * Scores each 30 s epoch of a time in bed as sleep or wake offline, from activity and, if
 * available, heart rate. Fit and accuracy: docs/decisions/020 and `tools/sleep-model`. The
 * threshold detects 93 % of the sleep in the training data.
 *
 * @param activity per epoch, ≥ 0, any linear unit (counts, mg·s); NaN: not measured
 * @param heartRate per epoch, beats a minute, or its variation as from `heartRateVariation`; NaN:
 *   not measured
 */
export function scoreSleepWake(
  activity: ArrayLike<number>,
  heartRate: ArrayLike<number>,
): SleepWakeScore {
  const heart = Float64Array.from(
    { length: activity.length },
    (_, i) => heartRate[i] ?? Number.NaN,
  );
  const rows = sleepWakeFeatures(activity, heartRateVariation(heart));
  const isMeasured = (epoch: number) =>
    !Number.isNaN(activity[epoch] ?? Number.NaN) || !Number.isNaN(heart[epoch] ?? Number.NaN);
  const probabilityOfSleep = Float64Array.from(rows, (row, epoch) =>
    isMeasured(epoch) ? probability(linearLogOdds(sleepWakeModel.linear, row)) : Number.NaN,
  );
  const labels = Int8Array.from(probabilityOfSleep, (share) => {
    if (Number.isNaN(share)) return unknownLabel;
    return share >= sleepWakeModel.asleepFrom ? asleepLabel : awakeLabel;
  });
  return { labels, probabilityOfSleep };
}
