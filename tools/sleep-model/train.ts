import { fitOn, leaveOneOut, type Method, scored, splitRecords } from './cross-validation.ts';
import { confusion, logLoss, type Scored } from './scores.ts';
import type { TrainingRecord } from './training-records.ts';

export interface Task<Model> {
  title: string;
  records: TrainingRecord[];
  methods: Method<Model>[];
  /** Number of records, drawn randomly, for evaluation only. */
  judged: number;
  seed: number;
  /** Chooses a threshold from predictions on records that the model has not seen. */
  threshold: (records: readonly Scored[]) => number;
  /** The criterion for choosing settings, higher is better. */
  merit: (records: readonly Scored[], threshold: number) => number;
}

export interface Trained<Model> {
  model: Model;
  threshold: number;
  /** Predictions of every record by a model fitted without it. */
  unseen: Scored[];
}

/**
 * Chooses settings by leave-one-out cross-validation on the training records, prints the result on
 * the held-out records, then fits on all and prints every record as predicted by a model fitted on
 * the others.
 */
export function train<Model>(task: Task<Model>): Trained<Model> {
  const { records } = task;
  const { chosenOn, judgedOn } = splitRecords(records, task.judged, task.seed);
  console.log(
    `${task.title}: ${records.length} records, ${records.reduce((sum, { labels }) => sum + labels.length, 0)} rows`,
  );
  console.log(
    `  settings chosen on ${chosenOn.map(({ name }) => name).join(' ')}\n  evaluated on        ${judgedOn.map(({ name }) => name).join(' ')}`,
  );
  const { method, threshold } = choose(task, chosenOn);
  const model = fitOn(chosenOn, method);
  const apart = scored(
    judgedOn,
    judgedOn.map(({ rows }) => Float64Array.from(rows, (row) => method.logOdds(model, row))),
  );
  printScores('kept apart, by a model fitted without them', apart, threshold);
  const unseen = scored(records, leaveOneOut(records, method));
  const finalThreshold = Number(task.threshold(unseen).toPrecision(3));
  printScores('all, each by a model fitted on the others', unseen, finalThreshold);
  return { model: fitOn(records, method), threshold: finalThreshold, unseen };
}

function choose<Model>(
  task: Task<Model>,
  chosenOn: TrainingRecord[],
): { method: Method<Model>; threshold: number } {
  const tried = task.methods.map((method) => {
    const unseen = scored(chosenOn, leaveOneOut(chosenOn, method));
    const threshold = task.threshold(unseen);
    const merit = task.merit(unseen, threshold);
    console.log(
      `  ${method.name}: merit ${merit.toFixed(4)}, log loss ${logLoss(unseen).toFixed(4)}  ${confusionText(confusion(unseen, threshold))}`,
    );
    return { method, threshold, merit };
  });
  const best = tried.toSorted((a, b) => b.merit - a.merit)[0];
  if (!best) throw new Error('no methods');
  console.log(`  chosen: ${best.method.name}, threshold ${best.threshold.toFixed(3)}`);
  return best;
}

export function confusionText({
  sensitivity,
  specificity,
  accuracy,
  kappa,
}: ReturnType<typeof confusion>): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  return `sensitivity ${percent(sensitivity)} %, specificity ${percent(specificity)} %, accuracy ${percent(accuracy)} %, kappa ${kappa.toFixed(3)}`;
}

function printScores(title: string, records: readonly Scored[], threshold: number): void {
  console.log(
    `  ${title}, threshold ${threshold.toFixed(3)}: ${confusionText(confusion(records, threshold))}`,
  );
  for (const record of records)
    console.log(`    ${record.name.padEnd(8)} ${confusionText(confusion([record], threshold))}`);
}
