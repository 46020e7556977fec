import { describe, expect, it } from 'vitest';
import { bundleFiles } from './bundle-files.ts';
import { inflateEntry } from './inflate-entry.ts';
import { readZipDirectory } from './zip-directory.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const FILES = [
  { name: 'n1.hea', bytes: text('n1 1 250') },
  { name: 'n1.dat', bytes: Uint8Array.of(1, 2, 3) },
  { name: '夜.atr', bytes: new Uint8Array(0) },
];

describe('bundleFiles', () => {
  it('gives the same bytes for the same files, and others for any other file', () => {
    const bundle = bundleFiles(FILES);
    expect(bundleFiles([...FILES.slice(1), ...FILES.slice(0, 1)])).toEqual(bundle);
    expect(
      bundleFiles(
        FILES.map((file) =>
          file.name === 'n1.dat' ? { ...file, bytes: Uint8Array.of(1, 2, 4) } : file,
        ),
      ),
    ).not.toEqual(bundle);
    expect(
      bundleFiles(
        FILES.map((file) => (file.name === 'n1.dat' ? { ...file, name: 'n2.dat' } : file)),
      ),
    ).not.toEqual(bundle);
  });

  it('stores its files uncompressed by name, without time or origin', async () => {
    const bundle = bundleFiles(FILES);
    const directory = readZipDirectory(bundle);
    const entries = directory.kind === 'directory' ? directory.entries : [];
    expect(entries.map(({ name, isPacked }) => [name, isPacked])).toEqual([
      ['n1.dat', false],
      ['n1.hea', false],
      ['夜.atr', false],
    ]);
    for (const entry of entries)
      expect(await inflateEntry(bundle, entry)).toEqual({
        kind: 'bytes',
        bytes: FILES.find(({ name }) => name === entry.name)?.bytes,
      });
    const view = new DataView(bundle.buffer);
    // Time and date of the first file: midnight of 1 January 1980.
    expect([view.getUint16(10, true), view.getUint16(12, true)]).toEqual([0, 0x21]);
  });

  it('gives an empty archive for no files', () => {
    expect(readZipDirectory(bundleFiles([]))).toEqual({ kind: 'directory', entries: [] });
  });
});
