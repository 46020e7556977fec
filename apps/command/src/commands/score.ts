import { labelLetters, scoreColeKripke, scoreSadeh, type SleepWakeLabels } from '@yamori/signal';
import { type Command, CommandProblem, readWords } from '../command.ts';
import { columnOf, readTable } from '../table-input.ts';

export type ScoreResult = { readonly minutes: readonly ('W' | 'S' | '?')[] };

const METHODS: Readonly<Record<string, (counts: ArrayLike<number>) => SleepWakeLabels>> = {
  sadeh: scoreSadeh,
  'cole-kripke': scoreColeKripke,
};

export const score: Command = {
  name: 'score',
  usage: 'sadeh|cole-kripke COUNTS.csv [--json]',
  summary: 'sleep or wake of each minute from the counts of an actigraph, column count',
  run: async (words, { folder }) => {
    const [method, fileName, more] = readWords(words, {}).positionals;
    const label = method === undefined ? undefined : METHODS[method];
    if (!label)
      throw new CommandProblem(
        'usage-wrong',
        `say one of ${Object.keys(METHODS).join(', ')}`,
        method ?? null,
      );
    if (fileName === undefined || more !== undefined)
      throw new CommandProblem('usage-wrong', 'one COUNTS.csv is taken', more ?? null);
    const counts = columnOf(readTable(folder, fileName), 'count', fileName);
    const value: ScoreResult = { minutes: labelLetters(label(counts)) };
    return { value, text: `${value.minutes.join('')}\n` };
  },
};
