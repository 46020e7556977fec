import { leaveOneOut, scored } from '../tools/sleep-model/cross-validation.ts';
import { confusion } from '../tools/sleep-model/scores.ts';
import { apneaMethod, bestAccuracy, nightClasses } from '../tools/sleep-model/train-apnea.ts';
import { apneaRecords } from '../tools/sleep-model/training-records.ts';
import type { AccuracyLine } from './a-accuracy-line.ts';

/**
 * A6: apnoea per minute from heartbeats only, each night by a model fitted on the other seventeen.
 */
export function apneaLines(): AccuracyLine[] {
  const records = apneaRecords();
  const unseen = scored(records, leaveOneOut(records, apneaMethod));
  const threshold = bestAccuracy(unseen);
  const { accuracy, kappa } = confusion(unseen, threshold);
  const misses = unseen
    .map((record) => ({ name: record.name, share: confusion([record], threshold).accuracy }))
    .toSorted((a, b) => a.share - b.share)
    .slice(0, 4);
  const classes = nightClasses(unseen, threshold);
  const common = {
    reference: `${records.length} nights, an expert's label a minute, each left out once`,
  };
  return [
    {
      figure: 'A6',
      what: 'minutes with apnoea from beats alone, Apnea-ECG',
      value: `${(100 * accuracy).toFixed(1)} %, kappa ${kappa.toFixed(3)}; worst ${misses.map(({ name, share }) => `${name} ${(100 * share).toFixed(0)}`).join(', ')}`,
      ...common,
      goal: '≥ 88 %',
      anchor: '92.6 best published; simple 85.8',
    },
    {
      figure: 'A6',
      what: 'night of 15 events an hour or more',
      value: `${classes.filter(({ agrees }) => agrees).length} of ${classes.length} right${classes
        .filter(({ agrees }) => !agrees)
        .map(({ name }) => `, not ${name}`)
        .join('')}`,
      ...common,
      goal: 'all but one',
      anchor: '-',
    },
  ];
}
