import { crc32, deflateRawSync } from 'node:zlib';
import { formatUrl, importApi, toUploadSerial } from '@yamori/domain';
import { bundleFiles } from '@yamori/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AKANE_ROOM,
  startImportFixture,
  type ImportFixture,
} from '../../testing/import-fixture.ts';
import { anEdfFile } from '../../testing/recording-files.ts';
import { computeSha256 } from '../../testing/tus-upload.ts';
import { findUploadByFile } from './uploads/upload-store.ts';

const held: { fixture?: ImportFixture } = {};
const fixture = (): ImportFixture => held.fixture ?? expect.fail('no fixture');
beforeAll(async () => {
  held.fixture = await startImportFixture();
});
afterAll(async () => {
  await held.fixture?.close();
});

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const START = '2026-11-05T22:00:00';
const SAMPLES = Int16Array.from({ length: 2 * 250 * 60 }, (_, index) =>
  Math.round(200 * Math.sin(index / 9)),
);
const HEADER = {
  name: 'n1.hea',
  bytes: text(
    'n1 2 250 15000 22:00:00 05/11/2026\nn1.dat 16 200/mV 16 0 0 0 0 MLII\nn1.dat 16 200/mV 16 0 0 0 0 V5\n',
  ),
};
const RECORD = [
  HEADER,
  { name: 'n1.dat', bytes: new Uint8Array(SAMPLES.buffer) },
  { name: 'n1.atr', bytes: Uint8Array.of(0, 0) },
];
const aFile = (bytes: Uint8Array, fileName = 'n1.zip') => ({ roomId: AKANE_ROOM, fileName, bytes });
const readSamples = async (bytes: Uint8Array, streamId: number): Promise<number[]> => {
  const serial = toUploadSerial(
    (await findUploadByFile(fixture().temporary.database, AKANE_ROOM, computeSha256(bytes)))
      ?.uploadId ?? '',
  );
  const fromUs = Date.parse(`${START}+09:00`) * 1000;
  return (
    await fixture().app.timeline.read({ serial, streamId, fromUs, toUs: fromUs + 3600e6 })
  ).flatMap(({ channels }) => [...(channels[0] ?? [])]);
};
/** A packed file whose directory states these flags and this size. */
function packed(
  name: string,
  bytes: Uint8Array,
  { flags = 0, claimed = bytes.length } = {},
): Uint8Array {
  const [data, zip] = [deflateRawSync(bytes), bundleFiles([{ name, bytes: new Uint8Array(0) }])];
  const local = 30 + name.length;
  const whole = Buffer.concat([zip.subarray(0, local), data, zip.subarray(local)]);
  for (const at of [6, local + data.length + 8]) {
    whole.writeUInt16LE(flags, at);
    whole.writeUInt16LE(8, at + 2);
    whole.writeUInt32LE(crc32(bytes), at + 8);
    whole.writeUInt32LE(data.length, at + 12);
    whole.writeUInt32LE(claimed, at + 16);
  }
  whole.writeUInt32LE(local + data.length, whole.length - 6);
  return whole;
}

describe('a record of several files', () => {
  it('becomes one import, sample for sample, that can be recognised, undone, rerun and downloaded', async () => {
    const bytes = bundleFiles(RECORD);
    await fixture().uploader.upload(aFile(bytes));
    const done = await fixture().until(bytes, ['done', 'failed']);
    expect(done).toMatchObject({
      state: 'done',
      format: 'wfdb',
      from: new Date(`${START}+09:00`),
      streamTable: [
        { kind: 'ecg', label: 'MLII', samples: 15_000 },
        { kind: 'ecg', label: 'V5', samples: 15_000 },
      ],
    });
    // The header's checksums of 0 are deliberately wrong. They are reported with the file, and the
    // samples are stored.
    expect(done.faults).toEqual([{ code: 'badChecksum', byteOffset: 0, count: 2, file: 'n1.dat' }]);
    expect(await readSamples(bytes, 1)).toEqual([...SAMPLES].filter((_, index) => index % 2 === 0));
    expect((await fixture().uploader.create(aFile(bundleFiles(RECORD.toReversed())))).status).toBe(
      409,
    );
    const original = await fetch(
      `${fixture().address}${formatUrl(importApi.original, { roomId: AKANE_ROOM, sha256: computeSha256(bytes) })}`,
      { headers: { cookie: await fixture().signIn('staff@akane.example') } },
    );
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fixture().uploader.command(aFile(bytes), 'undo')).status).toBe(202);
    expect(await fixture().until(bytes, ['undone'])).toMatchObject({ addedFrames: 0 });
    expect(await readSamples(bytes, 1)).toEqual([]);
    expect((await fixture().uploader.command(aFile(bytes), 'rerun')).status).toBe(202);
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      addedFrames: done.addedFrames,
    });
  });

  it('survives a missing signal file, and the file is named', async () => {
    const header = {
      name: 'n1.hea',
      bytes: text(
        'n1 2 250 15000 22:00:00 06/11/2026\nn1.dat 16 200/mV 16 0 0 - 0 MLII\nn2.dat 16 200/mV 16 0 0 - 0 V5\n',
      ),
    };
    const bytes = bundleFiles([header, { name: 'n1.dat', bytes: new Uint8Array(SAMPLES.buffer) }]);
    await fixture().uploader.upload(aFile(bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      streamTable: [{ label: 'MLII' }],
      faults: [{ code: 'missingFile', byteOffset: 0, count: 1, file: 'n2.dat' }],
    });
  });
});

it('an EDF file in a ZIP gives the same result as the bare file', async () => {
  const edf = anEdfFile({ records: 20, seed: 71, startedAt: '05.11.2622.00.00' });
  const bytes = bundleFiles([{ name: 'night.edf', bytes: edf }]);
  await fixture().uploader.upload(aFile(bytes, 'night.zip'));
  expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
    state: 'done',
    format: 'edf',
    addedFrames: 40,
    faults: [],
  });
});

it('an Empatica session keeps its UTC start, and its acceleration keeps its unit', async () => {
  const bytes = bundleFiles([
    {
      name: 'ACC.csv',
      bytes: text(
        `1762347600.0,1762347600.0,1762347600.0\n32.0,32.0,32.0\n${Array.from({ length: 320 }, (_, row) => `${row % 60},-${row % 50},5`).join('\n')}\n`,
      ),
    },
    {
      name: 'TEMP.csv',
      bytes: text(`1762347600.0\n4.0\n${Array.from({ length: 40 }, () => '33.5').join('\n')}\n`),
    },
  ]);
  await fixture().uploader.upload(aFile(bytes, 'E4.zip'));
  expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
    state: 'done',
    format: 'empatica',
    from: new Date('2025-11-05T13:00:00Z'),
    streamTable: [
      { kind: 'respi-axl', channels: 3, unit: 'g/64', samples: 320 },
      { kind: 'temperature', samples: 40 },
    ],
  });
});

describe('an unreadable archive', () => {
  it.each<[string, Uint8Array, string, object]>([
    [
      'without the signal file',
      bundleFiles([HEADER]),
      'import-file-missing',
      { code: 'missingFile', file: 'n1.dat' },
    ],
    [
      'without the header',
      bundleFiles(RECORD.slice(1)),
      'import-file-missing',
      { code: 'missingFile', file: 'n1.hea' },
    ],
    [
      'with two recordings',
      bundleFiles([
        { name: 'a.edf', bytes: anEdfFile({ records: 1 }) },
        { name: 'b.edf', bytes: anEdfFile({ records: 2 }) },
      ]),
      'import-archive-several',
      { code: 'severalRecordings', file: 'b.edf' },
    ],
    [
      'with an archive in it',
      bundleFiles([{ name: 'n1.zip', bytes: bundleFiles(RECORD) }]),
      'import-archive-nested',
      { code: 'nestedArchive', file: 'n1.zip' },
    ],
    [
      'with a path outside the archive',
      bundleFiles([{ name: '../../n1.csv', bytes: text('1,2\n') }]),
      'import-archive-unsafe',
      { code: 'unsafeName' },
    ],
    [
      'with encryption',
      packed('n1.csv', text('1,2\n'), { flags: 1 }),
      'import-archive-encrypted',
      { code: 'encrypted', file: 'n1.csv' },
    ],
    [
      'with a ZIP bomb',
      packed('n1.csv', new Uint8Array(16 * 1024 ** 2)),
      'import-archive-expands',
      { code: 'expandsTooFar', file: 'n1.csv' },
    ],
    [
      'with a disguised ZIP bomb',
      packed('n1.csv', new Uint8Array(16 * 1024 ** 2), { claimed: 4_000 }),
      'import-archive-expands',
      { code: 'expandsTooFar', file: 'n1.csv' },
    ],
    [
      'with a declared size of 2 GB',
      packed('n1.csv', text('1,2\n'), { claimed: 2 ** 31 }),
      'import-archive-expands',
      { code: 'expandsTooFar', file: 'n1.csv' },
    ],
    [
      'with a missing end',
      bundleFiles(RECORD).slice(0, 40_000),
      'import-unreadable',
      { code: 'truncated', byteOffset: 40_000 },
    ],
    [
      'with a table of a million columns',
      packed('n1.csv', text(`${'a,'.repeat(100_000)}\n${'1\n'.repeat(5_000)}`)),
      'import-too-large',
      {},
    ],
  ])(
    'an archive %s is rejected with the place of its fault, and nothing is stored',
    async (_, bytes, error, fault) => {
      const before = await fixture().rows('timeline_chunks');
      await fixture().uploader.upload(aFile(bytes));
      const failed = await fixture().until(bytes, ['failed', 'done']);
      expect(failed).toMatchObject({
        state: 'failed',
        error,
        addedFrames: 0,
        originalStored: true,
      });
      if (Object.keys(fault).length > 0) expect(failed.faults).toMatchObject([fault]);
      expect(await fixture().rows('timeline_chunks')).toBe(before);
    },
  );
});
