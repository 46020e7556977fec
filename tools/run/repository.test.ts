import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PlainFailure, writing } from './repository.mjs';

describe('a failed write', () => {
  it.skipIf(process.platform !== 'linux')('says that the disk is full, and what to do', () => {
    expect(() => writing('the folder /x', () => writeFileSync('/dev/full', 'x'))).toThrow(
      new PlainFailure(
        'The disk is full: the folder /x cannot be written.\nFree some space and run the command again.',
      ),
    );
  });

  it('names the folder, the reason and the remedy', () => {
    const path = `${import.meta.filename}/file`;
    expect(() => writing('the folder /x', () => writeFileSync(path, ''))).toThrow(
      new PlainFailure(
        'The folder /x cannot be written (ENOTDIR).\nGive its folder to this user (chown), and run the command again.',
      ),
    );
  });

  it('rethrows errors other than system errors unchanged', () => {
    const bug = new TypeError('a bug');
    expect(() =>
      writing('the folder /x', () => {
        throw bug;
      }),
    ).toThrow(bug);
  });
});
