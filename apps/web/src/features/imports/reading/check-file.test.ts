import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { bundleFiles, writeEdf } from '@yamori/formats';
import { encodeFileHeader, encodeFrame, loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { describe, expect, it } from 'vitest';
import {
  hasRecordings,
  recordingPath,
  WHY_SKIPPED,
} from '../../../../../../tools/run/recordings.mjs';
import { checkFile } from './check-file.ts';
import { TRACE_COLUMNS } from './file-check.ts';
import type { FileSource } from './file-source.ts';

const getBytes = (path: string): Uint8Array => new Uint8Array(readFileSync(recordingPath(path)));

/** An in-memory file that records the largest single read. */
function getSource(name: string, bytes: Uint8Array) {
  const asked = { most: 0 };
  const source: FileSource = {
    name,
    sizeBytes: bytes.length,
    read: async (fromByte, toByte) => {
      asked.most = Math.max(asked.most, toByte - fromByte);
      return bytes.slice(fromByte, toByte);
    },
  };
  return { source, asked };
}
const check = (name: string, bytes: Uint8Array, sampleRateHz: number | null = null) =>
  checkFile(getSource(name, bytes).source, {
    sampleRateHz,
    loadDecoder: async () => loadFrameDecoder(readFileSync(decoderWasmUrl())),
    onProgress: () => undefined,
  });
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

const START_US = Date.parse('2026-11-20T13:00:00Z') * 1000;
const header = encodeFileHeader({
  deviceSerial: 'A-1042',
  deviceTypeCode: 'ecg',
  firmware: '1.0',
  timeZone: 'Asia/Tokyo',
  streams: [
    { id: 1, kind: 'ecg', channelCount: 1, unit: 'mV', sampleRateHz: 250, scale: 0.001, offset: 0 },
  ],
});
const frame = (second: number): Uint8Array =>
  encodeFrame({
    streamId: 1,
    sequence: second,
    deviceTimeUs: START_US + second * 1_000_000,
    channels: [Int16Array.from({ length: 250 }, (_, index) => (index === 100 ? 1200 : index % 7))],
  });
const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts));

describe.skipIf(!hasRecordings)(`events of a CPAP night without a waveform${WHY_SKIPPED}`, () => {
  it('such a file is rejected before it is sent, as on the server', async () => {
    const path = 'cpap-night-resmed/airsense11-apap/DATALOG/20241017/20241018_055249_EVE.edf';
    expect(await check('20241018_055249_EVE.edf', getBytes(path))).toMatchObject({
      annotations: 4,
      problem: { code: 'import-empty' },
    });
  });
});

describe('a table whose quote never closes', () => {
  it('the table is unreadable, at its row', async () => {
    expect(
      await check('a.csv', text('time,hr\n2026-11-20 22:00,"60\n2026-11-20 22:01,61\n')),
    ).toMatchObject({
      problem: { code: 'import-unreadable' },
      faults: expect.arrayContaining([expect.objectContaining({ code: 'unclosedQuote', row: 2 })]),
    });
  });
});

describe('a native file', () => {
  it('the check reports its device, time, contents and SHA-256', async () => {
    const bytes = joined(header, ...Array.from({ length: 60 }, (_, second) => frame(second)));
    const found = await check('night.ymr', bytes);
    expect(found).toMatchObject({
      formatName: 'Yamori',
      serial: 'A-1042',
      seconds: 60,
      gapCount: 0,
      faults: [],
      problem: null,
      start: { kind: 'instant', atMs: START_US / 1000 },
    });
    expect(found.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(found.streams).toMatchObject([
      { label: 'ecg', unit: 'mV', sampleRateHz: 250, samples: 15_000, channels: 1 },
    ]);
    expect(Math.max(...(found.streams[0]?.traces[0]?.maximum ?? []))).toBeCloseTo(1.2);
  });

  it('the check reports each gap and draws nothing in it', async () => {
    const found = await check(
      'night.ymr',
      joined(header, ...[0, 1, 2, 3, 16, 17, 18, 19].map(frame)),
    );
    expect(found).toMatchObject({
      gapCount: 1,
      gaps: [{ fromSeconds: 4, toSeconds: 16 }],
      seconds: 20,
    });
    const { maximum } = found.streams[0]?.traces[0] ?? { maximum: new Float32Array() };
    expect(maximum.slice(TRACE_COLUMNS * 0.25, TRACE_COLUMNS * 0.75).every(Number.isNaN)).toBe(
      true,
    );
    expect(maximum.slice(0, TRACE_COLUMNS * 0.15).some(Number.isNaN)).toBe(false);
  });

  it('the check keeps the complete part of a damaged file and names the damaged byte', async () => {
    const bytes = joined(header, frame(0), frame(1), frame(2));
    const at = header.length + frame(0).length;
    bytes[at + 40] = (bytes[at + 40] ?? 0) ^ 0xff;
    const found = await check('night.ymr', bytes.subarray(0, bytes.length - 10));
    expect(found.faults).toEqual([
      { code: 'badCrc', byteOffset: at, count: 1 },
      { code: 'truncated', byteOffset: at + frame(1).length, count: 1 },
    ]);
    expect(found).toMatchObject({ problem: null, seconds: 1 });
  });

  it('the check reads a file of any size in slices', async () => {
    const minute = joined(...Array.from({ length: 60 }, (_, second) => frame(second)));
    const { source, asked } = getSource(
      'night.ymr',
      joined(header, ...Array.from({ length: 200 }, () => minute)),
    );
    expect(source.sizeBytes).toBeGreaterThan(2_000_000);
    const found = await checkFile(source, {
      sampleRateHz: null,
      loadDecoder: async () => loadFrameDecoder(readFileSync(decoderWasmUrl())),
      onProgress: () => undefined,
    });
    expect(found.streams[0]?.samples).toBe(200 * 15_000);
    expect(asked.most).toBeLessThanOrEqual(1024 * 1024);
  });

  it('a file without a single whole frame holds nothing', async () => {
    expect(await check('night.ymr', header)).toMatchObject({
      problem: { code: 'import-empty' },
      serial: 'A-1042',
    });
  });
});

describe('EDF', () => {
  const edf = writeEdf({
    startedAt: '2026-11-20T22:00:00',
    gaps: [],
    annotations: [],
    streams: [
      {
        label: 'ECG',
        unit: 'mV',
        sampleRateHz: 100,
        samples: {
          kind: 'physical',
          values: Float32Array.from({ length: 3000 }, (_, index) => Math.sin(index / 20)),
        },
      },
    ],
  });
  const bytes = 'bytes' in edf ? edf.bytes : new Uint8Array();

  it('a recording begins at a local time of its place of origin', async () => {
    expect(await check('night.edf', bytes)).toMatchObject({
      formatName: 'EDF+C',
      start: { kind: 'local', text: '2026-11-20T22:00:00' },
      seconds: 30,
      problem: null,
    });
  });

  it('a truncated file keeps its whole records and names the byte', async () => {
    const found = await check('night.edf', bytes.subarray(0, bytes.length - 100));
    expect(found.faults[0]).toMatchObject({ code: 'truncated' });
    expect(found.seconds).toBeGreaterThan(0);
    expect(found.seconds).toBeLessThan(30);
  });

  it('a file with an unreadable header names the field', async () => {
    const broken = bytes.slice();
    broken.set(text('no      '), 236);
    expect(await check('night.edf', broken)).toMatchObject({
      problem: { code: 'import-unreadable' },
      faults: [{ code: 'badHeader', byteOffset: 236, field: 'recordCount' }],
    });
  });
});

describe('a table', () => {
  it('the check names row and column of a cell that is not a number', async () => {
    const found = await check(
      'minutes.csv',
      text(
        'time,heart,breath\n2026-11-20 22:00:00,60,14\n2026-11-20 22:01:00,61,14\n2026-11-20 22:02:00,61,x7\n2026-11-20 22:03:00,62,15\n',
      ),
    );
    expect(found.faults).toContainEqual(
      expect.objectContaining({ code: 'badNumber', row: 4, column: 'breath' }),
    );
    expect(found).toMatchObject({
      problem: null,
      start: { kind: 'local', text: '2026-11-20T22:00:00' },
    });
    expect(found.streams.map(({ label }) => label)).toEqual(['heart', 'breath']);
  });

  it('a table without times asks for the rate and the start', async () => {
    const bytes = text('a,b\n1,2\n3,4\n5,6\n');
    expect((await check('table.csv', bytes)).problem).toEqual({ code: 'import-rate-missing' });
    expect((await check('table.csv', bytes, 1)).problem).toEqual({ code: 'import-start-missing' });
  });
});

it('a record of several files is one recording, and the check names a missing file', async () => {
  const header = {
    name: 'n1.hea',
    bytes: text(
      'n1 2 100 4 22:00:00 20/11/2026\nn1.dat 16 200/mV 16 0 0 - 0 MLII\nn2.dat 16 100 16 0 0 - 0 Resp\n',
    ),
  };
  const found = await check(
    'n1.zip',
    bundleFiles([
      header,
      { name: 'n1.dat', bytes: new Uint8Array(Int16Array.of(1, 2, 3, 4).buffer) },
    ]),
  );
  expect(found).toMatchObject({
    formatName: 'WFDB (ZIP)',
    problem: null,
    start: { kind: 'local', text: '2026-11-20T22:00:00' },
    streams: [{ label: 'MLII', samples: 4 }],
    faults: [{ code: 'missingFile', file: 'n2.dat' }],
  });
});

describe('files that are not imported', () => {
  it.each([
    ['empty.edf', new Uint8Array(), 'upload-empty'],
    [
      'picture.png',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0),
      'import-format-unknown',
    ],
    ['cut.zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'import-unreadable'],
    [
      '100.zip',
      bundleFiles([
        { name: '100.hea', bytes: text('100 1 360 1000\n100.dat 212 200 11 1024 995 0 0 MLII\n') },
      ]),
      'import-file-missing',
    ],
    [
      'climb.zip',
      bundleFiles([{ name: '../a.csv', bytes: text('1,2\n') }]),
      'import-archive-unsafe',
    ],
    [
      'two.zip',
      bundleFiles([
        { name: 'a.csv', bytes: text('1,2\n') },
        { name: 'b.csv', bytes: text('1,2\n') },
      ]),
      'import-archive-several',
    ],
    ['night.dat', joined(header, frame(0)), 'media-type-refused'],
  ])('%s has a named reason', async (name, bytes, code) => {
    expect((await check(name, bytes)).problem?.code).toBe(code);
  });
});

describe.skipIf(!hasRecordings)(`real recordings${WHY_SKIPPED}`, () => {
  const night = 'cpap-night-resmed/airsense11-apap/DATALOG/';
  it.each([
    ['edf-cases/SC4001EC-Hypnogram.edf', 'EDF+C', 0],
    ['edf-cases/test_utf8.edf', 'EDF+C', 1],
    ['edf-cases/MB0400FU.EDF', 'EDF+D', 1],
    ['actigraphy-actiware/test_sample_rpx_ger_no_light.csv', 'Actiware', 1],
    ['actigraphy-actigraph/GT3XPlus-RawData-Day01.csv', 'ActiGraph', 1],
    ['actigraphy-other/example_01.AWD', 'Actiwatch AWD', 1],
    ['csv-cp932/jma_tokyo_daily_2006-2017.csv', 'CSV', 1],
  ])('%s', async (path, formatName, minStreams) => {
    const bytes = getBytes(path);
    const found = await check(path.slice(path.lastIndexOf('/') + 1), bytes);
    expect(found.formatName).toBe(formatName);
    expect(found.streams.filter(({ traces }) => traces.length > 0).length).toBeGreaterThanOrEqual(
      minStreams,
    );
    expect(found.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('a CPAP night has its flow at 25 Hz, read in windows', async () => {
    const session =
      readdirSync(recordingPath(night), { recursive: true })
        .map(String)
        .find((name) => name.endsWith('_BRP.edf')) ?? '';
    const found = await check('BRP.edf', getBytes(night + session));
    expect(found.streams).toContainEqual(expect.objectContaining({ sampleRateHz: 25 }));
    expect(found.seconds).toBeGreaterThan(60);
    expect(found.problem).toBeNull();
  });

  it('a Goe-MF file of a neonate asks when it began', async () => {
    const name =
      readdirSync(recordingPath('eit'), { recursive: true })
        .map(String)
        .find((method) => method.endsWith('.get')) ?? '';
    expect(await check('neonate.get', getBytes(`eit/${name}`))).toMatchObject({
      formatName: 'Goe-MF',
      problem: { code: 'import-start-missing' },
      streams: [{ channels: 208, sampleRateHz: 13 }],
    });
  });
});
