import { expect, it } from 'vitest';
import type { FormatProblem, FormatProblemCode } from './recording.ts';
import { whyUnreadable } from './why-unreadable.ts';

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
])('%s is told as %s', (code, told) => {
  expect(whyUnreadable({ problems: [problem(code)] })).toEqual({
    code: told,
    problem: problem(code),
  });
});

it('tells of what one can do something about before what follows from it', () => {
  expect(whyUnreadable({ problems: [problem('noSignals'), problem('missingFile')] })).toMatchObject(
    { code: 'import-file-missing', problem: { code: 'missingFile' } },
  );
});

it('says that a file cannot be read where its reader says nothing', () => {
  expect(whyUnreadable({ problems: [] })).toEqual({ code: 'import-unreadable', problem: null });
});
