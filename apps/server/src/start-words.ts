import { ProblemError, type Problem } from '@yamori/domain';

/** What stands on the terminal when the server cannot start: who, what, and what to do. Null for a bug. */
export function startWords(error: unknown): string | null {
  if (!(error instanceof ProblemError)) return null;
  const { problem } = error;
  return [
    `Yamori cannot start: ${problem.code}${problem.place === undefined ? '' : ` (${problem.place})`}`,
    ...detailLines(problem),
  ].join('\n');
}

function detailLines(problem: Problem): string[] {
  return Object.entries(problem.details ?? {}).map(
    ([name, value]) => `  ${`${name}:`.padEnd(10)} ${value}`,
  );
}
