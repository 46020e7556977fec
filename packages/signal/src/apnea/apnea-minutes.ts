import { probability as shareOf, treeLogOdds } from '../model/boosted-trees.ts';
import { apneaFeatures } from './apnea-features.ts';
import { apneaModel, apneaSettings } from './apnea-model.ts';

/**
 * How many breathing events an hour a night has, by the classes of sleep medicine (AASM 1999):
 * under 5, 15, 30 and over.
 */
export type EventClass = 'none' | 'mild' | 'moderate' | 'severe';

export interface ApneaMinutes {
  /** 1: a minute with disturbed breathing, 0: none. */
  minutes: Uint8Array;
  /** 0..1 a minute. */
  probability: Float64Array;
  /** Estimate of events an hour of recording, a 参考値, not a count. */
  eventsPerHour: number;
  class: EventClass;
}

/**
 * Minutes with apnoea from the times of heart beats alone, with hindsight. How it was fitted and
 * how far it is right: docs/decisions/020 and `tools/sleep-model`. It is no diagnosis: an irregular
 * heart or a beta blocker blinds it.
 *
 * @param beatsSeconds rising times from the start of the recording
 * @param minutes length of the recording in whole minutes
 */
export function apneaMinutes(beatsSeconds: ArrayLike<number>, minutes: number): ApneaMinutes {
  const probability = Float64Array.from(apneaFeatures(beatsSeconds, minutes), (row) =>
    shareOf(treeLogOdds(apneaModel, row)),
  );
  const labels = Uint8Array.from(probability, (share) =>
    share >= apneaSettings.apneaFrom ? 1 : 0,
  );
  const eventsPerHour =
    minutes === 0 ? 0 : eventsFrom((60 * labels.reduce((sum, label) => sum + label, 0)) / minutes);
  return { minutes: labels, probability, eventsPerHour, class: eventClass(eventsPerHour) };
}

/**
 * A minute with apnoea holds more than one event where they are rare, less than one where they are
 * long: a power law, fitted.
 */
function eventsFrom(apneaMinutesPerHour: number): number {
  return apneaMinutesPerHour <= 0
    ? 0
    : apneaSettings.rateFactor * apneaMinutesPerHour ** apneaSettings.rateExponent;
}

export function eventClass(perHour: number): EventClass {
  if (perHour < 5) return 'none';
  if (perHour < 15) return 'mild';
  return perHour < 30 ? 'moderate' : 'severe';
}
