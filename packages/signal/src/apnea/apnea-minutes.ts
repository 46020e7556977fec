import { probability as shareOf, treeLogOdds } from '../model/classifiers.ts';
import { apneaFeatures } from './apnea-features.ts';
import apneaModel from './apnea-model.json' with { type: 'json' };

/**
 * Severity by breathing events an hour (AASM 1999): none below 5, mild below 15, moderate below 30,
 * severe from 30.
 */
export type EventClass = 'none' | 'mild' | 'moderate' | 'severe';

export interface ApneaMinutes {
  /** 1 for a minute with disturbed breathing, otherwise 0. */
  minutes: Uint8Array;
  /** Probability of disturbed breathing in each minute, 0..1. */
  probability: Float64Array;
  /** Estimated events per hour of recording; a reference value (参考値), not a count. */
  eventsPerHour: number;
  class: EventClass;
}

/**
 * Detects minutes with apnoea offline, from heart beats alone. Fit and accuracy: docs/decisions/020
 * and `tools/sleep-model`. Not a diagnosis: arrhythmia and beta blockers hide the cycles.
 *
 * @param beatsSeconds ascending times from the start of the recording
 * @param minutes length of the recording in whole minutes
 */
export function apneaMinutes(beatsSeconds: ArrayLike<number>, minutes: number): ApneaMinutes {
  const probability = Float64Array.from(apneaFeatures(beatsSeconds, minutes), (row) =>
    shareOf(treeLogOdds(apneaModel.trees, row)),
  );
  const labels = Uint8Array.from(probability, (share) => (share >= apneaModel.apneaFrom ? 1 : 0));
  const eventsPerHour =
    minutes === 0 ? 0 : eventsFrom((60 * labels.reduce((sum, label) => sum + label, 0)) / minutes);
  return { minutes: labels, probability, eventsPerHour, class: eventClass(eventsPerHour) };
}

/**
 * Fitted power law: sparse events put more than one event into a minute with apnoea, long events
 * less than one.
 */
function eventsFrom(apneaMinutesPerHour: number): number {
  return apneaMinutesPerHour <= 0
    ? 0
    : apneaModel.rateFactor * apneaMinutesPerHour ** apneaModel.rateExponent;
}

export function eventClass(perHour: number): EventClass {
  if (perHour < 5) return 'none';
  if (perHour < 15) return 'mild';
  return perHour < 30 ? 'moderate' : 'severe';
}
