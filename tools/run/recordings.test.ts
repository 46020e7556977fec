import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { findRecordings } from './recordings.mjs';
import { ROOT } from './repository.mjs';

it('the recordings are beside the repository by default', () => {
  expect(findRecordings({})).toBe(join(ROOT, '../shared/data'));
});

it.each([tmpdir(), relative(ROOT, tmpdir())])(
  'YAMORI_RECORDINGS=%s names their folder, relative to the repository',
  (named) => {
    expect(findRecordings({ YAMORI_RECORDINGS: named })).toBe(tmpdir());
  },
);

it('a missing folder in YAMORI_RECORDINGS is an error, so that no test is skipped', () => {
  expect(() => findRecordings({ YAMORI_RECORDINGS: '/none' })).toThrow(
    'YAMORI_RECORDINGS names a folder that does not exist: /none',
  );
});
