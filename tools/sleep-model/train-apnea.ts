import { apneaInputs, type BoostedTrees, eventClass, treeLogOdds } from '@yamori/signal';
import type { Method } from './cross-validation.ts';
import { growTrees } from './grow-trees.ts';
import { confusion, logLoss, type Scored } from './scores.ts';
import { train } from './train.ts';
import { apneaRecords, publishedEventsPerHour } from './training-records.ts';
import { writeModel } from './write-model.ts';

const SEED = 2026;

const method = (trees: number, inputShare: number): Method<BoostedTrees> => ({
  name: `${trees} trees, ${inputShare} of the inputs each`,
  fit: (rows, labels) =>
    growTrees(rows, labels, apneaInputs, {
      trees,
      depth: 3,
      rate: 0.05,
      leastRows: 80,
      lambda: 5,
      rowShare: 0.5,
      inputShare,
      seed: SEED,
    }),
  logOdds: treeLogOdds,
});

/** The method that was chosen when the model was last fitted. */
export const apneaMethod = method(120, 0.1);

export function trainApnea(): void {
  const { model, threshold, unseen } = train({
    title: 'minutes with apnoea (label 1: apnoea)',
    records: apneaRecords(),
    methods: [method(120, 0.25), method(120, 0.1)],
    judged: 6,
    seed: SEED,
    threshold: bestAccuracy,
    merit: (records) => -logLoss(records),
  });
  const { factor, exponent } = printClasses(unseen, threshold);
  writeModel(
    'apnea/apnea-model.ts',
    ["import type { BoostedTrees } from '../model/boosted-trees.ts';"],
    [
      'Written by `node tools/sleep-model/main.ts apnea`; the split and the misses are in docs/decisions/020.',
      'Fitted on eighteen nights of the Apnea-ECG database (ODC-By 1.0).',
    ],
    {
      apneaModel: { type: 'BoostedTrees', value: model },
      apneaSettings: {
        type: '',
        value: { version: '1', apneaFrom: threshold, rateFactor: factor, rateExponent: exponent },
      },
    },
  );
}

/** Threshold with most minutes right; the middle of all that are as good. */
export function bestAccuracy(records: readonly Scored[]): number {
  const tried = Array.from({ length: 61 }, (_, i) => 0.2 + i / 100).map((threshold) => ({
    threshold,
    accuracy: confusion(records, threshold).accuracy,
  }));
  const best = Math.max(...tried.map(({ accuracy }) => accuracy));
  const good = tried.filter(({ accuracy }) => accuracy > best - 0.0005);
  return good[good.length >> 1]?.threshold ?? 0.5;
}

const minutesPerHour = ({ shares }: Scored, threshold: number): number =>
  (60 * shares.filter((share) => share >= threshold).length) / shares.length;

interface Night {
  name: string;
  minutes: number;
  events: number;
}

/** Events an hour and class of each night, from the fit of minutes to events on the others. */
export function nightClasses(
  records: readonly Scored[],
  threshold: number,
): { name: string; minutes: number; events: number; published: number; agrees: boolean }[] {
  const nights = nightsOf(records, threshold);
  return nights.map((night) => {
    const rate = fitRate(nights.filter((other) => other !== night));
    const events = night.minutes <= 0 ? 0 : rate.factor * night.minutes ** rate.exponent;
    return {
      name: night.name,
      minutes: night.minutes,
      events,
      published: night.events,
      agrees: events >= 15 === night.events >= 15,
    };
  });
}

function nightsOf(records: readonly Scored[], threshold: number): Night[] {
  const published = publishedEventsPerHour();
  return records.map((record) => ({
    name: record.name,
    minutes: minutesPerHour(record, threshold),
    events: published.get(record.name) ?? 0,
  }));
}

/** Prints the class of every night and gives the fit on all: events = factor × minutes^exponent. */
function printClasses(
  records: readonly Scored[],
  threshold: number,
): { factor: number; exponent: number } {
  const classes = nightClasses(records, threshold);
  for (const { name, minutes, events, published, agrees } of classes) {
    console.log(
      `    ${name}: ${minutes.toFixed(1)} min/h, ${events.toFixed(1)} events/h (${eventClass(events)}), published ${published} (${eventClass(published)})${agrees ? '' : '  MISSED'}`,
    );
  }
  console.log(
    `  15 events an hour or more: ${classes.filter(({ agrees }) => agrees).length} of ${classes.length} nights right`,
  );
  const { factor, exponent } = fitRate(nightsOf(records, threshold));
  return { factor: Number(factor.toPrecision(4)), exponent: Number(exponent.toPrecision(4)) };
}

/** A line through the logarithms of the nights with at least five events an hour. */
function fitRate(nights: readonly Night[]): { factor: number; exponent: number } {
  const logs = nights
    .filter(({ minutes, events }) => minutes > 1 && events >= 5)
    .map(({ minutes, events }) => ({ x: Math.log(minutes), y: Math.log(events) }));
  const mean = (of: (point: { x: number; y: number }) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const exponent =
    mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  return { factor: Math.exp(y - exponent * x), exponent };
}
