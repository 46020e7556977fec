import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasRecordings, recordingPath, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { physicalSamples } from '../recording.ts';
import { anyByte, damagedCopies } from '../testing/damage.ts';
import { buildEdf } from '../testing/edf-builder.ts';
import { buildZip, type ZipPart } from '../testing/zip-builder.ts';
import { toImportError } from '../to-import-error.ts';
import { bundleFiles } from './bundle-files.ts';
import { openArchive } from './open-archive.ts';
import { readArchive } from './read-archive.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const HEADER = text(
  'n1 2 100 4 22:00:00 20/11/2026\nn1.dat 16 200/mV 16 0 0 400 0 ECG\nn2.dat 16 100/Ohm 16 0 0 400 0 Resp\n',
);
const SAMPLES = new Uint8Array(Int16Array.of(200, 400, -200, 0).buffer);
const record: readonly ZipPart[] = [
  { name: 'n1.hea', bytes: HEADER },
  { name: 'n1.dat', bytes: SAMPLES },
  { name: 'n2.dat', bytes: SAMPLES },
];
const edf = buildEdf({
  signals: [
    {
      label: 'Flow',
      records: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
});

async function readRecording(bytes: Uint8Array) {
  const content = readArchive(await openArchive(bytes));
  if (content.kind !== 'recording') throw new Error(content.kind);
  return content;
}
const getProblem = async (bytes: Uint8Array) => {
  const { recording } = await readRecording(bytes);
  expect(recording.streams).toEqual([]);
  return toImportError(recording);
};

it.each([
  ['gzip', [0x1f, 0x8b, 8]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['RAR', [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ['ZIP', [0x50, 0x4b, 3, 4]],
])('an archive is recognised as %s', async (name, bytes) => {
  expect(readArchive(await openArchive(Uint8Array.from(bytes)))).toMatchObject({
    formatName: name,
  });
});

describe('archive with one recording', () => {
  it.each([
    ['that is compressed', buildZip(record)],
    ['in our own bundle', bundleFiles(record)],
    [
      'in a folder, with files added by operating systems',
      buildZip([
        { name: 'night/', bytes: new Uint8Array(0), isStored: true },
        ...record.map((part) => ({ ...part, name: `night/${part.name}` })),
        { name: '__MACOSX/night/._n1.hea', bytes: text('x') },
        { name: 'night/README.md', bytes: text('x') },
      ]),
    ],
  ])('a WFDB record %s is read', async (_, bytes) => {
    const { formatName, recording } = await readRecording(bytes);
    expect(formatName).toBe('WFDB');
    expect(recording).toMatchObject({ startedAt: '2026-11-20T22:00:00', problems: [] });
    expect(recording.streams.map((stream) => [stream.label, [...physicalSamples(stream)]])).toEqual(
      [
        ['ECG', [1, 2, -1, 0]],
        ['Resp', [2, 4, -2, 0]],
      ],
    );
  });

  it('a multi-segment record is read through its references', async () => {
    const segment = (name: string): ZipPart[] => [
      {
        name: `${name}.hea`,
        bytes: text(`${name} 1 100 2\n${name}.dat 16 200/mV 16 0 0 600 0 ECG\n`),
      },
      { name: `${name}.dat`, bytes: SAMPLES.slice(0, 4) },
    ];
    const { recording } = await readRecording(
      buildZip([
        { name: 'm.hea', bytes: text('m/3 1 100 6\na 2\n~ 2\nb 2\n') },
        ...segment('a'),
        ...segment('b'),
      ]),
    );
    expect(recording).toMatchObject({
      problems: [],
      gaps: [{ startSeconds: 0.02, endSeconds: 0.04 }],
    });
    expect([...physicalSamples(recording.streams[0]!)]).toEqual([1, 2, 1, 2]);
  });

  it('an Empatica session is read, with later signals at their own start', async () => {
    const { formatName, recording } = await readRecording(
      buildZip([
        {
          name: 'ACC.csv',
          bytes: text('1560279825.0,1560279825.0,1560279825.0\n32.0,32.0,32.0\n1,2,3\n4,5,6\n'),
        },
        { name: 'HR.csv', bytes: text('1560279835.0\n1.0\n61\n62\n') },
        { name: 'IBI.csv', bytes: text('1560279825.0, IBI\n1.5,0.8\n') },
        { name: 'tags.csv', bytes: text('1560279826.0\n') },
        { name: 'info.txt', bytes: text('about') },
      ]),
    );
    expect(formatName).toBe('Empatica E4');
    expect(recording.startedAt).toBe('2019-06-11T19:03:45');
    expect(recording.streams.map(({ label }) => label)).toEqual(['ACC x', 'ACC y', 'ACC z', 'HR']);
    expect([...physicalSamples(recording.streams[3]!)].slice(9)).toEqual([Number.NaN, 61, 62]);
    expect(recording.annotations).toMatchObject([{ onsetSeconds: 1, text: 'Marker' }]);
    expect(recording.problems).toMatchObject([{ code: 'unsupported', file: 'IBI.csv' }]);
  });

  it('any single file of a supported format is read', async () => {
    expect(
      await readRecording(
        buildZip([
          { name: '夜/night.edf', bytes: edf },
          { name: 'readme.txt', bytes: text('hello') },
        ]),
      ),
    ).toMatchObject({ format: 'edf', recording: { problems: [], streams: [{ label: 'Flow' }] } });
  });
});

describe('rejected archive', () => {
  const broken = buildZip([{ name: 'a.edf', bytes: edf }]);
  it.each<[string, Uint8Array, string, string, string | undefined]>([
    [
      'a signal file is missing',
      buildZip(record.slice(0, 1)),
      'import-file-missing',
      'missingFile',
      'n1.dat',
    ],
    [
      'the header is missing',
      buildZip(record.slice(1, 2)),
      'import-file-missing',
      'missingFile',
      'n1.hea',
    ],
    [
      'two records',
      buildZip([...record, { name: 'x.hea', bytes: text('x 1 100 4\nn1.dat 16\n') }]),
      'import-archive-several',
      'severalRecordings',
      'x.hea',
    ],
    [
      'two recordings',
      buildZip([
        { name: 'a.edf', bytes: edf },
        { name: 'b.edf', bytes: edf },
      ]),
      'import-archive-several',
      'severalRecordings',
      'b.edf',
    ],
    [
      'encrypted',
      buildZip([{ name: 'a.edf', bytes: edf, flags: 1 }]),
      'import-archive-encrypted',
      'encrypted',
      'a.edf',
    ],
    [
      'nested',
      buildZip([{ name: 'inner.zip', bytes: broken }]),
      'import-archive-nested',
      'nestedArchive',
      'inner.zip',
    ],
    [
      'a name with ..',
      buildZip([{ name: '../../etc/a.edf', bytes: edf }]),
      'import-archive-unsafe',
      'unsafeName',
      undefined,
    ],
    [
      'a name from the root',
      buildZip([{ name: '/etc/a.edf', bytes: edf }]),
      'import-archive-unsafe',
      'unsafeName',
      undefined,
    ],
    [
      'a name with a drive',
      buildZip([{ name: 'C:\\a.edf', bytes: edf }]),
      'import-archive-unsafe',
      'unsafeName',
      undefined,
    ],
    [
      'a decompression bomb with its true size',
      buildZip([{ name: 'a.csv', bytes: new Uint8Array(8 * 1024 ** 2) }]),
      'import-archive-expands',
      'expandsTooFar',
      'a.csv',
    ],
    [
      'a decompression bomb with a false size',
      buildZip([{ name: 'a.csv', bytes: new Uint8Array(8 * 1024 ** 2), claimedBytes: 1000 }]),
      'import-archive-expands',
      'expandsTooFar',
      'a.csv',
    ],
    [
      '2 GB claimed',
      buildZip([{ name: 'a.csv', bytes: text('1,2\n'), claimedBytes: 2 ** 31 }]),
      'import-archive-expands',
      'expandsTooFar',
      'a.csv',
    ],
    [
      'files that share their bytes',
      buildZip([
        { name: 'a.csv', bytes: text('1,2\n3,4\n') },
        { name: 'b.csv', bytes: text('1,2\n3,4\n'), sharesBytes: true },
      ]),
      'import-archive-expands',
      'expandsTooFar',
      'b.csv',
    ],
    [
      'a wrong checksum',
      buildZip([{ name: 'a.edf', bytes: edf, crc: 7 }]),
      'import-unreadable',
      'badChecksum',
      'a.edf',
    ],
    [
      'the same name twice',
      buildZip([
        { name: 'a.edf', bytes: edf },
        { name: 'a.edf', bytes: edf },
      ]),
      'import-unreadable',
      'badHeader',
      'a.edf',
    ],
    ['truncated at its end', broken.slice(0, -1), 'import-unreadable', 'truncated', undefined],
    ['truncated in its middle', broken.slice(0, 100), 'import-unreadable', 'truncated', undefined],
    [
      'an unknown compression method',
      buildZip([{ name: 'a.edf', bytes: edf, method: 99 }]),
      'import-format-unsupported',
      'unsupported',
      'a.edf',
    ],
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8), 'import-format-unsupported', 'unsupported', undefined],
    ['no files', buildZip([]), 'import-unreadable', 'noSignals', undefined],
    [
      'a native recording',
      buildZip([{ name: 'a.ymr', bytes: edf }]),
      'import-format-unsupported',
      'unsupported',
      'a.ymr',
    ],
  ])('an archive is rejected: %s', async (_, bytes, code, reason, file) => {
    expect(await getProblem(bytes)).toMatchObject({
      code,
      problem: { code: reason, ...(file === undefined ? {} : { file }) },
    });
  });

  it('a damaged archive never throws and never exceeds its stated size', async () => {
    for (const damaged of damagedCopies(buildZip(record), 300, anyByte)) {
      const content = readArchive(await openArchive(damaged));
      if (content.kind === 'recording')
        for (const { byteOffset } of content.recording.problems)
          expect(byteOffset).toBeGreaterThanOrEqual(0);
    }
  });
});

it('a record with missing files keeps the existing ones and names the others', async () => {
  const { recording } = await readRecording(buildZip(record.slice(0, 2)));
  expect(recording.streams.map(({ label }) => label)).toEqual(['ECG']);
  expect(recording.problems).toMatchObject([{ code: 'missingFile', file: 'n2.dat' }]);
});

describe('other files next to a recording', () => {
  it.each([
    '__MACOSX/._night.edf',
    '.DS_Store',
    'Thumbs.db',
    'desktop.ini',
    'README',
    'readme.txt',
    'LICENSE.md',
    'info.txt',
    'notes.pdf',
    'folder/.hidden.csv',
    'picture.png',
  ])('%s is ignored', async (name) => {
    const { recording } = await readRecording(
      buildZip([
        { name: 'night.edf', bytes: edf },
        { name, bytes: text('a,b\n1,2\n') },
      ]),
    );
    expect(recording).toMatchObject({ problems: [], streams: [{ label: 'Flow' }] });
  });

  it.each(['information.csv', 'readme-night.edf', 'licensed.csv'])(
    '%s is a second recording',
    async (name) => {
      expect(
        await getProblem(
          buildZip([
            { name: 'night.edf', bytes: edf },
            { name, bytes: edf },
          ]),
        ),
      ).toMatchObject({ code: 'import-archive-several' });
    },
  );

  it("an unrelated file in a record's own folder is ignored", async () => {
    const { recording } = await readRecording(
      buildZip([
        ...record,
        { name: 'other.csv', bytes: text('1,2\n') },
        { name: 'photos/x.png', bytes: text('x') },
      ]),
    );
    expect(recording).toMatchObject({
      problems: [],
      streams: [{ label: 'ECG' }, { label: 'Resp' }],
    });
  });
});

it('the bundle has the same bytes in any order of files', () => {
  expect(bundleFiles(record.toReversed())).toEqual(bundleFiles(record));
});

it.skipIf(!hasRecordings)(
  `record 100 of MIT-BIH is read from its bundle${WHY_SKIPPED}`,
  async () => {
    const files = ['100.hea', '100.dat', '100.atr'].map((name) => ({
      name,
      bytes: new Uint8Array(readFileSync(recordingPath(`ecg-mitdb/${name}`))),
    }));
    const { recording } = await readRecording(bundleFiles(files));
    expect(recording.streams.map(({ label, samples }) => [label, samples.values.length])).toEqual([
      ['MLII', 650_000],
      ['V5', 650_000],
    ]);
    expect(recording.annotations.filter(({ source }) => source === 'atr').length).toBe(2274);
    expect(recording.problems).toEqual([]);
  },
);
