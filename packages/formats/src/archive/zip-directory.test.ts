import { describe, expect, it } from 'vitest';
import { buildZip, type ZipPart } from '../testing/zip-builder.ts';
import { bundleFiles } from './bundle-files.ts';
import { readZipDirectory, ZIP_MAX_ENTRIES } from './zip-directory.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const part = (name: string, words = 'hello hello hello', more: Partial<ZipPart> = {}): ZipPart => ({
  name,
  bytes: text(words),
  ...more,
});
const read = (...parts: readonly ZipPart[]) => readZipDirectory(buildZip(parts));
const namesIn = (bytes: Uint8Array): readonly string[] => {
  const directory = readZipDirectory(bytes);
  return directory.kind === 'directory'
    ? directory.entries.map(({ name }) => name)
    : expect.fail(directory.problem.message);
};

/** Writes to the central entry of the only file, whose name has 5 characters. */
function patched(atByte: number, value: number, width: 2 | 4): Uint8Array {
  const bytes = buildZip([part('a.csv')]);
  const view = new DataView(bytes.buffer);
  const central = view.getUint32(bytes.length - 6, true);
  if (width === 2) view.setUint16(central + atByte, value, true);
  else view.setUint32(central + atByte, value, true);
  return bytes;
}

describe('readZipDirectory', () => {
  it('gives offset and size of each file', () => {
    const directory = read(part('a.csv'), part('folder/b.csv', 'stored', { isStored: true }));
    expect(directory).toMatchObject({
      kind: 'directory',
      entries: [
        { name: 'a.csv', isPacked: true, bytes: 17 },
        { name: 'folder/b.csv', isPacked: false, bytes: 6, packedBytes: 6 },
      ],
    });
  });

  it('skips folders and accepts a trailing comment', () => {
    expect(
      namesIn(buildZip([part('night/', '', { isStored: true }), part('night/a.csv')])),
    ).toEqual(['night/a.csv']);
    const bytes = bundleFiles([{ name: 'a.csv', bytes: text('1') }]);
    const comment = text('PK\u0005\u0006 is no end');
    const whole = new Uint8Array(bytes.length + comment.length);
    whole.set(bytes);
    whole.set(comment, bytes.length);
    new DataView(whole.buffer).setUint16(bytes.length - 2, comment.length, true);
    expect(namesIn(whole)).toEqual(['a.csv']);
  });

  it('decodes names in UTF-8, in the Shift_JIS of Windows, and with backslashes', () => {
    expect(namesIn(buildZip([part('夜の記録.edf')]))).toEqual(['夜の記録.edf']);
    const bytes = buildZip([part('xx.csv')]);
    // 夜 in CP932, in the local and the central name.
    for (let at = 0; at < bytes.length - 1; at++)
      if (bytes[at] === 0x78 && bytes[at + 1] === 0x78) bytes.set([0x96, 0xe9], at);
    expect(namesIn(bytes)).toEqual(['夜.csv']);
    expect(namesIn(buildZip([part('night\\a.csv')]))).toEqual(['night/a.csv']);
  });

  it('reads an archive within a larger buffer', () => {
    const zip = buildZip([part('a.csv')]);
    const larger = new Uint8Array(zip.length + 13);
    larger.set(zip, 13);
    expect(namesIn(larger.subarray(13))).toEqual(['a.csv']);
  });

  it.each<[string, Uint8Array, string]>([
    ['truncated before its end', buildZip([part('a.csv')]).slice(0, -4), 'truncated'],
    ['without bytes', new Uint8Array(0), 'truncated'],
    [
      'of several disks',
      (() => {
        const bytes = buildZip([part('a.csv')]);
        new DataView(bytes.buffer).setUint16(bytes.length - 18, 1, true);
        return bytes;
      })(),
      'unsupported',
    ],
    ['of ZIP64', patched(20, 0xffff_ffff, 4), 'unsupported'],
    [
      'with fewer entries than stated',
      (() => {
        const bytes = buildZip([part('a.csv')]);
        const view = new DataView(bytes.buffer);
        view.setUint16(bytes.length - 14, 2, true);
        view.setUint16(bytes.length - 12, 2, true);
        return bytes;
      })(),
      'badHeader',
    ],
    ['with a name longer than the directory', patched(28, 60_000, 2), 'truncated'],
    ['whose file starts elsewhere', patched(42, 3, 4), 'badHeader'],
    ['whose file is beyond its end', patched(42, 90_000, 4), 'truncated'],
    ['whose file extends beyond its end', patched(20, 90_000, 4), 'truncated'],
    [
      'with a stored file of two lengths',
      buildZip([part('a.csv', 'abc', { isStored: true, claimedBytes: 4 })]),
      'badHeader',
    ],
    ['with a NUL in a name', buildZip([part('a\0.csv')]), 'unsafeName'],
    ['with .. in a name', buildZip([part('a/../../b.csv')]), 'unsafeName'],
  ])('rejects an archive %s with a byte offset', (_, bytes, code) => {
    const directory = readZipDirectory(bytes);
    expect(directory).toMatchObject({ kind: 'refused', problem: { code } });
    if (directory.kind === 'refused')
      expect(directory.problem.byteOffset).toBeLessThanOrEqual(bytes.length);
  });

  it('accepts the maximum number of files and no more', () => {
    const many = (count: number): Uint8Array =>
      bundleFiles(
        Array.from({ length: count }, (_, index) => ({ name: `${index}.csv`, bytes: text('1') })),
      );
    expect(namesIn(many(ZIP_MAX_ENTRIES))).toHaveLength(ZIP_MAX_ENTRIES);
    expect(readZipDirectory(many(ZIP_MAX_ENTRIES + 1))).toMatchObject({
      kind: 'refused',
      problem: { code: 'expandsTooFar' },
    });
  });

  it('accepts any compression ratio for small files and limits it for large ones', () => {
    expect(read(part('a.csv', '0'.repeat(1024 ** 2)))).toMatchObject({ kind: 'directory' });
    expect(read(part('a.csv', '0'.repeat(5 * 1024 ** 2)))).toMatchObject({
      kind: 'refused',
      problem: { code: 'expandsTooFar', file: 'a.csv' },
    });
  });
});
