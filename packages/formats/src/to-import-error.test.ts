import { expect, it } from 'vitest';
import type { FormatProblem, FormatProblemCode } from './recording.ts';
import { toImportError } from './to-import-error.ts';

const problem = (code: FormatProblemCode): FormatProblem => ({
  code,
  message: code,
  byteOffset: 3,
});

it.each<[FormatProblemCode, string]>([
  ['missingFile', 'import-file-missing'],
  ['encrypted', 'import-archive-encrypted'],
  ['unsafeName', 'import-archive-unsafe'],
  ['expandsTooFar', 'import-archive-expands'],
  ['severalRecordings', 'import-archive-several'],
  ['nestedArchive', 'import-archive-nested'],
  ['unsupported', 'import-format-unsupported'],
  ['truncated', 'import-unreadable'],
  ['badMagic', 'import-unreadable'],
])('a problem of %s gives %s', (code, expected) => {
  expect(toImportError({ problems: [problem(code)] })).toEqual({
    code: expected,
    problem: problem(code),
  });
});

it('a problem that the user can solve takes precedence over its consequences', () => {
  expect(toImportError({ problems: [problem('noSignals'), problem('missingFile')] })).toMatchObject(
    { code: 'import-file-missing', problem: { code: 'missingFile' } },
  );
});

it('a recording without problems gives import-unreadable', () => {
  expect(toImportError({ problems: [] })).toEqual({ code: 'import-unreadable', problem: null });
});
