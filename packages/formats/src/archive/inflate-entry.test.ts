import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/damage.ts';
import { buildZip, type ZipPart } from '../testing/zip-builder.ts';
import { crc32, readZipDirectory } from './zip-directory.ts';
import { inflateEntry } from './inflate-entry.ts';

async function unpack(
  part: ZipPart,
  damage: (bytes: Uint8Array, dataAt: number) => void = () => undefined,
) {
  const bytes = buildZip([part]);
  const directory = readZipDirectory(bytes);
  const [entry] = directory.kind === 'directory' ? directory.entries : [];
  if (entry === undefined) return expect.fail('no entry');
  damage(bytes, entry.dataAt);
  return inflateEntry(bytes, entry);
}

const random = createRandom(3);
const noise = Uint8Array.from({ length: 300_000 }, () => random(256));

describe('inflateEntry', () => {
  it.each([
    ['packed', {}],
    ['stored', { isStored: true }],
  ])('returns a %s file unchanged at any size', async (_, more) => {
    for (const bytes of [new Uint8Array(0), Uint8Array.of(7), noise])
      expect(await unpack({ name: 'a', bytes, ...more })).toEqual({ kind: 'bytes', bytes });
  });

  it('returns a copy, so that writing to it does not change the archive', async () => {
    const archive = buildZip([{ name: 'a', bytes: Uint8Array.of(1, 2, 3), isStored: true }]);
    const before = archive.slice();
    const directory = readZipDirectory(archive);
    const content =
      directory.kind === 'directory' && directory.entries[0] !== undefined
        ? await inflateEntry(archive, directory.entries[0])
        : expect.fail('no entry');
    if (content.kind === 'bytes') content.bytes.fill(9);
    expect(archive).toEqual(before);
  });

  it('stops a file that is longer than stated, and reports one that is shorter', async () => {
    expect(await unpack({ name: 'a', bytes: noise, claimedBytes: 1000 })).toMatchObject({
      kind: 'refused',
      problem: { code: 'expandsTooFar', file: 'a' },
    });
    expect(await unpack({ name: 'a', bytes: noise, claimedBytes: 300_001 })).toMatchObject({
      kind: 'refused',
      problem: { code: 'truncated', file: 'a' },
    });
  });

  it('detects damage by the compression or by the checksum', async () => {
    const broken = await unpack({ name: 'a', bytes: noise }, (bytes, at) =>
      bytes.fill(0xff, at, at + 50),
    );
    expect(broken).toMatchObject({ kind: 'refused', problem: { code: 'truncated', file: 'a' } });
    const stored = await unpack({ name: 'a', bytes: noise, isStored: true }, (bytes, at) => {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
    });
    expect(stored).toMatchObject({ kind: 'refused', problem: { code: 'badChecksum', file: 'a' } });
  });
});

describe('crc32', () => {
  it.each([
    ['', 0],
    ['123456789', 0xcb_f4_39_26],
    ['The quick brown fox jumps over the lazy dog', 0x41_4f_a3_39],
  ])('gives the published checksum of "%s"', (words, value) => {
    expect(crc32(new TextEncoder().encode(words))).toBe(value);
  });
});
