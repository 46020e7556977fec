import { statfs } from 'node:fs/promises';
import { ProblemError, type Problem } from '@yamori/domain';

/** PostgreSQL allocates its log in pieces of 16 MiB and stops when it cannot. */
const LOW_SPACE_BYTES = 32 * 1024 * 1024;

/**
 * Text for the terminal if the server cannot start; null for a bug. A full disk causes many kinds
 * of failures, so this checks the free space.
 */
export async function describeStartError(
  error: unknown,
  dataFolder: string,
): Promise<string | null> {
  const text = describeProblem(error);
  if (!mayComeFromDisk(error) || !(await isDiskFull(dataFolder))) return text;
  return `${text ?? 'Yamori cannot start'}\n  the disk of the data folder ${dataFolder} is full: free some space, or set YAMORI_DATA to a folder on another disk, and start again`;
}

const mayComeFromDisk = (error: unknown): boolean =>
  !(error instanceof ProblemError) || /^(postgres|storage|database)-/.test(error.problem.code);

async function isDiskFull(folder: string): Promise<boolean> {
  const space = await statfs(folder).catch(() => null);
  return space !== null && space.bavail * space.bsize < LOW_SPACE_BYTES;
}

function describeProblem(error: unknown): string | null {
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
