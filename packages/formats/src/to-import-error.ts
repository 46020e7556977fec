import type { FormatProblem, FormatProblemCode, Recording } from './recording.ts';

/** Error codes of a rejected import, shared by the browser and the server. */
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
 * The problem to show for an unreadable file: one that the user can solve takes precedence over its
 * consequences.
 */
export function toImportError({ problems }: Pick<Recording, 'problems'>): {
  readonly code: UnreadableCode;
  readonly problem: FormatProblem | null;
} {
  const problem = problems.find(({ code }) => CODES[code] !== undefined) ?? problems[0] ?? null;
  return {
    code: (problem === null ? undefined : CODES[problem.code]) ?? 'import-unreadable',
    problem,
  };
}
