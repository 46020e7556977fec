import { probability } from '@yamori/signal';
import type { Scored } from './scores.ts';
import { seededRandom } from './seeded-random.ts';
import type { TrainingRecord } from './training-records.ts';

/** A method to fit a model and to predict the log odds of label 1. */
export interface Method<Model> {
  name: string;
  fit: (rows: Float64Array[], labels: Uint8Array) => Model;
  logOdds: (model: Model, row: Float64Array) => number;
}

/** Randomly splits records into those for choosing settings and those for evaluation only. */
export function splitRecords(
  records: readonly TrainingRecord[],
  judged: number,
  seed: number,
): { chosenOn: TrainingRecord[]; judgedOn: TrainingRecord[] } {
  const random = seededRandom(seed);
  const order = records
    .map((record) => ({ record, lot: random() }))
    .toSorted((a, b) => a.lot - b.lot);
  const names = new Set(order.slice(0, judged).map(({ record }) => record.name));
  return {
    chosenOn: records.filter(({ name }) => !names.has(name)),
    judgedOn: records.filter(({ name }) => names.has(name)),
  };
}

export function fitOn<Model>(records: readonly TrainingRecord[], { fit }: Method<Model>): Model {
  return fit(
    records.flatMap(({ rows }) => rows),
    Uint8Array.from(records.flatMap(({ labels }) => [...labels])),
  );
}

/** Log odds of each record from a model fitted without it. */
export function leaveOneOut<Model>(
  records: readonly TrainingRecord[],
  method: Method<Model>,
): Float64Array[] {
  return records.map((left) => {
    const model = fitOn(
      records.filter((record) => record !== left),
      method,
    );
    return Float64Array.from(left.rows, (row) => method.logOdds(model, row));
  });
}

/** Pairs predictions with labels. */
export function scored(
  records: readonly TrainingRecord[],
  logOdds: readonly Float64Array[],
): Scored[] {
  return records.map(({ name, labels }, i) => ({
    name,
    labels,
    shares: (logOdds[i] ?? new Float64Array(0)).map(probability),
  }));
}
