import { type LinearModel, linearLogOdds, sleepWakeInputs } from '@yamori/signal';
import type { Method } from './cross-validation.ts';
import { fitLinear } from './fit-linear.ts';
import { confusion, thresholdAt } from './scores.ts';
import { train } from './train.ts';
import { watchRecords } from './training-records.ts';
import { writeModel } from './write-model.ts';

const SEED = 2026;
/** The working point at which the figure is asked for. */
const SLEEP_SENSITIVITY = 0.93;

const method = (ridge: number): Method<LinearModel> => ({
  name: `ridge ${ridge}`,
  fit: (rows, labels) => fitLinear(rows, labels, sleepWakeInputs, ridge),
  logOdds: linearLogOdds,
});

/** The method that was chosen when the model was last fitted. */
export const sleepMethod = method(30);

export function trainSleep(): void {
  const { model, threshold } = train({
    title: 'sleep or wake (label 1: sleep)',
    records: watchRecords(),
    methods: [10, 30, 100, 300].map(method),
    judged: 5,
    seed: SEED,
    threshold: (records) => thresholdAt(records, SLEEP_SENSITIVITY),
    merit: (records, at) => confusion(records, at).specificity,
  });
  writeModel(
    'sleep/sleep-wake-model.ts',
    ["import type { LinearModel } from '../model/linear-model.ts';"],
    [
      'Written by `node tools/sleep-model/main.ts sleep`; the split and the misses are in docs/decisions/020.',
      'Fitted on sixteen nights of Walch 2019 (sleep-accel, ODC-By 1.0).',
    ],
    {
      sleepWakeModel: { type: 'LinearModel', value: model },
      sleepWakeSettings: { type: '', value: { version: '1', asleepFrom: threshold } },
    },
  );
}
