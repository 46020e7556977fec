import { scoreSleepWake } from '@yamori/signal';
import { leaveOneOut, scored } from '../tools/sleep-model/cross-validation.ts';
import { confusion, thresholdAt } from '../tools/sleep-model/scores.ts';
import { sleepMethod } from '../tools/sleep-model/train-sleep.ts';
import { watchRecords } from '../tools/sleep-model/training-records.ts';
import type { AccuracyLine } from './a-accuracy-line.ts';
import { readText } from './a-recordings.ts';

/** A5: sleep or wake per 30 s epoch, each night by a model fitted on the other fifteen. */
export function sleepWakeLines(): AccuracyLine[] {
  const records = watchRecords();
  const unseen = scored(records, leaveOneOut(records, sleepMethod));
  const { sensitivity, specificity, kappa } = confusion(unseen, thresholdAt(unseen, 0.93));
  return [
    accelerometerLine(),
    {
      figure: 'A5',
      what: 'sleep or wake at 93 % of sleep found, Walch: share of wake found, kappa',
      value: `${(100 * specificity).toFixed(1)} % (sleep ${(100 * sensitivity).toFixed(1)} %), kappa ${kappa.toFixed(3)}`,
      reference: `${records.length} nights of polysomnography, each left out once`,
      goal: '≥ 60 %',
      anchor: '59.6 published (Walch 2019); simple 44-52',
    },
  ];
}

const ROWS_PER_EPOCH = 10;

/**
 * A night with an accelerometer only, by the shipped model, which was fitted on no such data. The
 * reference stages are computed by software.
 */
function accelerometerLine(): AccuracyLine {
  const readColumn = (path: string) =>
    readText(`night-acc-yasa/${path}`)
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[1] ?? '');
  const acceleration = readColumn('processed_accelerometer_data.csv').map(Number);
  const stages = readColumn('hypnogram.csv');
  const activity = stages.map((_, epoch) =>
    acceleration
      .slice(epoch * ROWS_PER_EPOCH, (epoch + 1) * ROWS_PER_EPOCH)
      .reduce((sum, value) => sum + value, 0),
  );
  const { labels } = scoreSleepWake(activity, []);
  const share = (isWake: boolean, label: number) => {
    const epochs = stages.flatMap((stage, epoch) =>
      (stage === 'W') === isWake ? [labels[epoch] === label ? 1 : 0] : [],
    );
    return (100 * epochs.reduce<number>((sum, one) => sum + one, 0)) / epochs.length;
  };
  return {
    figure: 'A5',
    what: 'sleep or wake, an accelerometer alone, only judged: sleep found, wake found',
    value: `${share(false, 1).toFixed(1)} %, ${share(true, 0).toFixed(1)} %`,
    reference: `${stages.length} epochs staged by YASA from EEG`,
    goal: '-',
    anchor: '-',
  };
}
