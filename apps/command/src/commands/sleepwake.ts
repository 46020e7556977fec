import { labelLetters, scoreSleepWake } from '@yamori/signal';
import { type Command, CommandProblem, onlyFile, parseArguments } from '../command.ts';
import { getColumn, readTable } from '../table-input.ts';

type SleepWakeResult = {
  readonly epochs: readonly ('W' | 'S' | '?')[];
  readonly probabilityOfSleep: readonly (number | null)[];
};

export const sleepwake: Command = {
  name: 'sleepwake',
  usage: 'EPOCHS.csv [--json]',
  summary: 'scores sleep or wake per 30 s epoch from the columns activity and heartRate',
  run: async (args, { folder }) => {
    const fileName = onlyFile(parseArguments(args, {}).positionals, 'EPOCHS.csv');
    const table = readTable(folder, fileName);
    const activity = getColumn(table, 'activity', fileName);
    const hasHeart = table.columns.some(({ name }) => /heart/i.test(name));
    const heartRate = hasHeart
      ? getColumn(table, 'heartRate', fileName)
      : new Float64Array(activity.length).fill(Number.NaN);
    if (activity.some((value) => value < 0))
      throw new CommandProblem('activity-negative', 'activity must not be negative', fileName);
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
