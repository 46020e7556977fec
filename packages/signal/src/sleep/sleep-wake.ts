import { probability } from '../model/boosted-trees.ts';
import { linearLogOdds } from '../model/linear-model.ts';
import { heartRateVariation } from './heart-rate-variation.ts';
import { sleepWakeFeatures } from './sleep-wake-features.ts';
import { sleepWakeModel, sleepWakeSettings } from './sleep-wake-model.ts';
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
 * Sleep or wake of each epoch of 30 s of a time in bed, with hindsight, from activity and, where
 * there is one, the heart. How it was fitted and how far it is right: docs/decisions/020 and
 * `tools/sleep-model`. A label says sleep from the probability on at which 93 % of sleep was found
 * in training.
 *
 * @param activity per epoch, ≥ 0, any linear unit (counts, mg·s); NaN: not measured
 * @param heartRate per epoch, beats a minute, or its variation as `heartRateVariation` makes it;
 * NaN: not measured
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
    isMeasured(epoch) ? probability(linearLogOdds(sleepWakeModel, row)) : Number.NaN,
  );
  const labels = Int8Array.from(probabilityOfSleep, (share) =>
    Number.isNaN(share)
      ? unknownLabel
      : share >= sleepWakeSettings.asleepFrom
        ? asleepLabel
        : awakeLabel,
  );
  return { labels, probabilityOfSleep };
}
