import { daysLater } from '@yamori/domain';
import { toLabels, restActivityRhythm, sleepRegularityIndex, unknownLabel } from '@yamori/signal';
import type { CountedNight } from '../counted-night.ts';

/**
 * How alike the days of some weeks are; null with too little data. `nights`: the number of nights
 * included.
 */
export type Regularity = {
  readonly nights: number;
  readonly SRI: number | null;
  readonly IS: number | null;
  readonly IV: number | null;
  readonly RA: number | null;
};

const EPOCHS_PER_DAY = 2880;
const MINUTES_PER_DAY = 1440;

/** Over the nights that end with the newest one; a day without a night counts as unknown. */
export function computeRegularity(nights: readonly CountedNight[], days: number): Regularity {
  const newest = nights
    .map(({ night }) => night.night)
    .toSorted()
    .at(-1);
  if (newest === undefined) return { nights: 0, SRI: null, IS: null, IV: null, RA: null };
  const labels = new Int8Array(days * EPOCHS_PER_DAY).fill(unknownLabel);
  const activity = new Float64Array(days * MINUTES_PER_DAY).fill(Number.NaN);
  let found = 0;
  for (let day = 0; day < days; day++) {
    const date = daysLater(newest, day - days + 1);
    const counted = nights.find(({ night }) => night.night === date);
    if (counted === undefined) continue;
    found += 1;
    labels.set(toLabels(counted.stages).subarray(0, EPOCHS_PER_DAY), day * EPOCHS_PER_DAY);
    counted.night.trends?.movement.slice(0, MINUTES_PER_DAY).forEach((value, minute) => {
      activity[day * MINUTES_PER_DAY + minute] = value ?? Number.NaN;
    });
  }
  const { IS, IV, RA } = restActivityRhythm(activity, 60);
  return { nights: found, SRI: sleepRegularityIndex(labels, EPOCHS_PER_DAY), IS, IV, RA };
}
