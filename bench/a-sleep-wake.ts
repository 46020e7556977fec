import { leaveOneOut, scored } from '../tools/sleep-model/cross-validation.ts';
import { confusion, thresholdAt } from '../tools/sleep-model/scores.ts';
import { sleepMethod } from '../tools/sleep-model/train-sleep.ts';
import { watchRecords } from '../tools/sleep-model/training-records.ts';
import type { AccuracyLine } from './a-accuracy-line.ts';

/** A5: sleep or wake a 30 s epoch, each night by a model fitted on the other fifteen. */
export function sleepWakeLines(): AccuracyLine[] {
  const records = watchRecords();
  const unseen = scored(records, leaveOneOut(records, sleepMethod));
  const { sensitivity, specificity, kappa } = confusion(unseen, thresholdAt(unseen, 0.93));
  return [{
    figure: 'A5',
    what: 'sleep or wake at 93 % of sleep found, Walch: share of wake found, kappa',
    value: `${(100 * specificity).toFixed(1)} % (sleep ${(100 * sensitivity).toFixed(1)} %), kappa ${kappa.toFixed(3)}`,
    reference: `${records.length} nights of polysomnography, each left out once`,
    goal: '≥ 60 %',
    anchor: '59.6 published (Walch 2019); simple 44-52',
  }];
}
