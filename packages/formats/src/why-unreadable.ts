import type { FormatProblem, FormatProblemCode, Recording } from './recording.ts';

/**
 * What an import is refused with when nothing of a file can be read; the browser and the server say
 * the same.
 */
export type UnreadableCode =
  | 'import-unreadable'
  | 'import-format-unsupported'
  | 'import-file-missing'
  | 'import-archive-encrypted'
  | 'import-archive-unsafe'
  | 'import-archive-expands'
  | 'import-archive-several'
  | 'import-archive-nested';

const CODES: Partial<Record<FormatProblemCode, UnreadableCode>> = {
  missingFile: 'import-file-missing',
  encrypted: 'import-archive-encrypted',
  unsafeName: 'import-archive-unsafe',
  expandsTooFar: 'import-archive-expands',
  severalRecordings: 'import-archive-several',
  nestedArchive: 'import-archive-nested',
  unsupported: 'import-format-unsupported',
};

/**
 * The reason that people are told, with its place: a file that is missing before what follows from
 * it.
 */
export function whyUnreadable({ problems }: Pick<Recording, 'problems'>): {
  readonly code: UnreadableCode;
  readonly problem: FormatProblem | null;
} {
  const problem = problems.find(({ code }) => CODES[code] !== undefined) ?? problems[0] ?? null;
  return {
    code: (problem === null ? undefined : CODES[problem.code]) ?? 'import-unreadable',
    problem,
  };
}
