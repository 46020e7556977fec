import { labelLetters, scoreColeKripke, scoreSadeh, type SleepWakeLabels } from '@yamori/signal';
import { type Command, CommandProblem, parseArguments } from '../command.ts';
import { getColumn, readTable } from '../table-input.ts';

type ScoreResult = { readonly minutes: readonly ('W' | 'S' | '?')[] };

const METHODS: Readonly<Record<string, (counts: ArrayLike<number>) => SleepWakeLabels>> = {
  sadeh: scoreSadeh,
  'cole-kripke': scoreColeKripke,
};

export const score: Command = {
  name: 'score',
  usage: 'sadeh|cole-kripke COUNTS.csv [--json]',
  summary: 'scores sleep or wake per minute from the counts of an actigraph (column count)',
  run: async (args, { folder }) => {
    const [method, fileName, extra] = parseArguments(args, {}).positionals;
    const label = method === undefined ? undefined : METHODS[method];
    if (!label)
      throw new CommandProblem(
        'usage-wrong',
        `the method must be one of ${Object.keys(METHODS).join(', ')}`,
        method ?? null,
      );
    if (fileName === undefined || extra !== undefined)
      throw new CommandProblem('usage-wrong', 'exactly one COUNTS.csv is required', extra ?? null);
    const counts = getColumn(readTable(folder, fileName), 'count', fileName);
    const value: ScoreResult = { minutes: labelLetters(label(counts)) };
    return { value, text: `${value.minutes.join('')}\n` };
  },
};
