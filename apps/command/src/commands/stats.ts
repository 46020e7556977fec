import {
  type HypnogramStage,
  type SleepEvent,
  type SleepStatistics,
  sleepStatistics,
} from '@yamori/signal';
import { type Command, CommandProblem, onlyFile, parseArguments } from '../command.ts';
import { listField, numberField, readJsonObject } from '../json-input.ts';

const MAX_EPOCHS = 100_000;
const DEFAULT_EPOCH_SECONDS = 30;

/**
 * Stage names in scorings. Stages 3 and 4 of Rechtschaffen and Kales are N3, movement time is
 * unknown.
 */
const STAGES: Readonly<Record<string, HypnogramStage>> = {
  W: 'W',
  WAKE: 'W',
  N1: 'N1',
  N2: 'N2',
  N3: 'N3',
  N4: 'N3',
  S1: 'N1',
  S2: 'N2',
  S3: 'N3',
  S4: 'N3',
  1: 'N1',
  2: 'N2',
  3: 'N3',
  4: 'N3',
  R: 'R',
  REM: 'R',
  S: 'S',
  '?': '?',
  MT: '?',
  M: '?',
};

export const stats: Command = {
  name: 'stats',
  usage: 'STAGES.json [--json]',
  summary:
    'computes the sleep statistics of a hypnogram: { "epochSeconds", "stages": ["W", "N1", …, "?"], "events": [] }',
  run: async (args, { folder }) => {
    const input = readJsonObject(
      folder,
      onlyFile(parseArguments(args, {}).positionals, 'STAGES.json'),
    );
    const epochSeconds =
      input['epochSeconds'] === undefined
        ? DEFAULT_EPOCH_SECONDS
        : numberField(input['epochSeconds'], 'epochSeconds', [1, 600]);
    const stages = listField(input['stages'], 'stages', MAX_EPOCHS).map(parseStage);
    const events =
      input['events'] === undefined || input['events'] === null
        ? []
        : listField(input['events'], 'events', MAX_EPOCHS).map(parseEvent);
    const value: SleepStatistics = sleepStatistics(stages, epochSeconds, events);
    return { value, text: formatStatistics(value) };
  },
};

function parseStage(value: unknown, index: number): HypnogramStage {
  const stage =
    typeof value === 'string' || typeof value === 'number'
      ? STAGES[String(value).trim().toUpperCase()]
      : undefined;
  if (stage === undefined)
    throw new CommandProblem(
      'stage-unknown',
      `stage "${String(value)}" is not one of W, N1, N2, N3, R, ?`,
      `stages[${index}]`,
    );
  return stage;
}

function parseEvent(value: unknown, index: number): SleepEvent {
  if (typeof value !== 'object' || value === null)
    throw new CommandProblem('input-wrong', 'expected an object', `events[${index}]`);
  const {
    kind,
    onsetSeconds,
    durationSeconds,
  }: { kind?: unknown; onsetSeconds?: unknown; durationSeconds?: unknown } = value;
  if (typeof kind !== 'string')
    throw new CommandProblem('input-wrong', 'expected a kind', `events[${index}].kind`);
  const seconds = (time: unknown, field: string) =>
    time === undefined ? 0 : numberField(time, `events[${index}].${field}`, [-1e9, 1e9]);
  return {
    kind,
    onsetSeconds: seconds(onsetSeconds, 'onsetSeconds'),
    durationSeconds: seconds(durationSeconds, 'durationSeconds'),
  };
}

function formatStatistics(statistics: SleepStatistics): string {
  const { stageMinutes, stagePercent, bounds, ...figures } = statistics;
  const shown = (value: number | null) =>
    value === null ? '-' : String(Math.round(value * 100) / 100);
  const lines = Object.entries(figures).map(
    ([name, value]) => `${name.padEnd(14)} ${shown(value)}`,
  );
  const stages = Object.entries(stageMinutes)
    .filter(([, minutes]) => minutes > 0)
    .map(
      ([stage, minutes]) =>
        `${stage.padEnd(14)} ${minutes} min${stage in stagePercent ? `, ${shown(Object.entries(stagePercent).find(([name]) => name === stage)?.[1] ?? null)} % of TST` : ''}`,
    );
  return `${[...lines, ...stages, `${'TST'.padEnd(14)} from ${bounds.TST.least} to ${bounds.TST.most} min`].join('\n')}\n`;
}
