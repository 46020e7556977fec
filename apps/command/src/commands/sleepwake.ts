import { labelLetters, scoreSleepWake } from '@yamori/signal';
import { type Command, CommandProblem, onlyFile, readWords } from '../command.ts';
import { columnOf, readTable } from '../table-input.ts';

export type SleepWakeResult = {
  readonly epochs: readonly ('W' | 'S' | '?')[];
  readonly probabilityOfSleep: readonly (number | null)[];
};

export const sleepwake: Command = {
  name: 'sleepwake',
  usage: 'EPOCHS.csv [--json]',
  summary: 'sleep or wake of each epoch of 30 s from the columns activity and heartRate',
  run: async (words, { folder }) => {
    const fileName = onlyFile(readWords(words, {}).positionals, 'EPOCHS.csv');
    const table = readTable(folder, fileName);
    const activity = columnOf(table, 'activity', fileName);
    const hasHeart = table.columns.some(({ name }) => /heart/i.test(name));
    const heartRate = hasHeart
      ? columnOf(table, 'heartRate', fileName)
      : new Float64Array(activity.length).fill(Number.NaN);
    if (activity.some((value) => value < 0))
      throw new CommandProblem('activity-negative', 'activity is not under 0', fileName);
    const { labels, probabilityOfSleep } = scoreSleepWake(activity, heartRate);
    const value: SleepWakeResult = {
      epochs: labelLetters(labels),
      probabilityOfSleep: Array.from(probabilityOfSleep, (share) =>
        Number.isNaN(share) ? null : Math.round(share * 1e6) / 1e6,
      ),
    };
    return { value, text: `${value.epochs.join('')}\n` };
  },
};
