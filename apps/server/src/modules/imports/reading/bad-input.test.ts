import { ProblemError } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../testing/device-frames.ts';
import {
  aBdfFile,
  aBrokenEdfFile,
  aNativeFile,
  anEdfFile,
} from '../../../testing/recording-files.ts';
import { computeSha256 } from '../../../testing/tus-upload.ts';
import { checkSamples } from './check-samples.ts';
import type { ImportPlan } from './import-plan.ts';
import { checkNative, nativeFrames, nativeWindows, readNativeHeader } from './native-file.ts';
import { detectFileFormat, openSamples } from './open-samples.ts';
import type { Original } from './original.ts';
import { cutFrames } from './sample-frames.ts';

const SETTINGS = { startedAt: '2026-11-01T00:00:00Z' };
const WHOLE_BYTES = 32 * 1024 ** 2;
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** A file in memory. */
const createOriginal = (bytes: Uint8Array, fileName: string): Original => ({
  sizeBytes: bytes.length,
  fileName,
  read: async (from, to) => bytes.slice(from, Math.min(to, bytes.length)),
  hash: async () => computeSha256(bytes),
});

async function check(
  bytes: Uint8Array,
  fileName: string,
  settings: object = SETTINGS,
): Promise<ImportPlan> {
  const original = createOriginal(bytes, fileName);
  const format = await detectFileFormat(original);
  if (format === 'native') return checkNative(original, () => undefined);
  return checkSamples(
    await openSamples(original, format, { settings, wholeFileBytes: WHOLE_BYTES }),
    settings,
    'Asia/Tokyo',
    () => undefined,
  );
}

/** The number of frames that storing produces from the file and its plan. */
async function countFrames(bytes: Uint8Array, fileName: string, plan: ImportPlan): Promise<number> {
  const original = createOriginal(bytes, fileName);
  const format = await detectFileFormat(original);
  let frames = 0;
  if (format === 'native') {
    const { framesOffset } = await readNativeHeader(original);
    for await (const window of nativeWindows(original, framesOffset, () => undefined))
      frames += nativeFrames(window.frames, plan, 'F-1', 0, () => 0).length;
    return frames;
  }
  const source = await openSamples(original, format, {
    settings: SETTINGS,
    wholeFileBytes: WHOLE_BYTES,
  });
  for await (const part of source.parts()) {
    for (const { make } of cutFrames(part, plan.streams, {
      serial: 'F-1',
      receivedMs: 0,
      timeUs: (seconds) => Math.round(seconds * 1e6),
    })) {
      const frame = make();
      expect(
        Number.isSafeInteger(frame.deviceTimeUs) &&
          frame.sequence >= 0 &&
          frame.channels.every((channel) => channel.length > 0),
      ).toBe(true);
      frames += 1;
    }
  }
  return frames;
}

const edf = anEdfFile({ records: 8 });
const withField = (at: number, width: number, value: string): Uint8Array => {
  const bytes = Uint8Array.from(edf);
  bytes.set(text(value.padEnd(width).slice(0, width)), at);
  return bytes;
};
/** The fields of the two signals follow 256 bytes and the preceding text fields. */
const digitalMinAt = 256 + 2 * (16 + 80 + 8 + 8 + 8);
const table = (rows: number, of: (row: number) => string): string =>
  Array.from({ length: rows }, (_, row) => of(row)).join('\n');

describe('bad input', () => {
  it.each<[string, string, Uint8Array, number, string[]]>([
    ['truncated within a record', 'a.edf', edf.subarray(0, edf.length - 100), 14, ['truncated']],
    ['padded', 'a.edf', Buffer.concat([edf, new Uint8Array(321)]), 16, ['trailingBytes']],
    ['-1 records', 'a.edf', withField(236, 8, '-1'), 16, ['recordCountUnknown']],
    ['9,999 records', 'a.edf', withField(236, 8, '9999'), 16, ['truncated']],
    [
      'digital minimum = maximum',
      'a.edf',
      withField(digitalMinAt, 32, '7       '.repeat(4)),
      16,
      ['digitalRange'],
    ],
    [
      'non-ASCII header',
      'a.edf',
      Uint8Array.from(withField(8, 80, 'X'), (byte, index) =>
        index >= 10 && index < 30 ? 0xe4 : byte,
      ),
      16,
      [],
    ],
    [
      'overlapping records of EDF+D',
      'a.edf',
      aBrokenEdfFile({ onsets: [0, 1, 1.5, 2.5], sampleRateHz: 50 }),
      4,
      ['overlap'],
    ],
    [
      'EDF+D record years away from the others',
      'a.edf',
      aBrokenEdfFile({ onsets: [0, 1, 2, 99_999_999], sampleRateHz: 50 }),
      3,
      ['badTime'],
    ],
    [
      'native file truncated within a frame',
      'a.ymr',
      aNativeFile({ serial: 'A', startUs: 0, seconds: 5 }).bytes.subarray(0, -3),
      5,
      ['truncated'],
    ],
    [
      'mixed line endings',
      'a.csv',
      text('time,flow\r\n0,1\n0.1,2\r0.2,3\r\n0.3,4\n'),
      1,
      ['mixedLineEnds'],
    ],
  ])(
    '%s: keeps the complete part and reports the fault',
    async (_, fileName, bytes, frames, faults) => {
      const plan = await check(bytes, fileName);
      expect(plan.frames).toBe(frames);
      expect(plan.faults.map(({ code }) => code)).toEqual(expect.arrayContaining(faults));
      expect(plan.toUs).toBeGreaterThan(plan.fromUs);
      expect(await countFrames(bytes, fileName, plan)).toBe(frames);
    },
  );

  it.each<[string, string, Uint8Array, string]>([
    ['zero records', 'a.edf', anEdfFile({ records: 0 }), 'import-empty'],
    ['0 signals', 'a.edf', withField(252, 4, '0'), 'import-empty'],
    ['9,999 signals', 'a.edf', withField(252, 4, '9999'), 'import-unreadable'],
    ['an invalid number of signals', 'a.edf', withField(252, 4, 'many'), 'import-unreadable'],
    ['wrong magic bytes', 'a.edf', withField(0, 8, '7'), 'import-unreadable'],
    ['a truncated header', 'a.edf', edf.subarray(0, 255), 'import-unreadable'],
    [
      'a native header longer than its file',
      'a.ymr',
      aNativeFile({ serial: 'A', startUs: 0, seconds: 1 }).bytes.subarray(0, 40),
      'import-unreadable',
    ],
    [
      'a native file without frames',
      'a.ymr',
      aNativeFile({ serial: 'A', startUs: 0, seconds: 0 }).bytes,
      'import-empty',
    ],
    [
      'a table of words',
      'a.csv',
      text(`time,flow\n${table(20, (row) => `${row},none`)}`),
      'import-unreadable',
    ],
    [
      'a million columns',
      'a.csv',
      text(`${'a,'.repeat(1_000_000)}\n${'1\n'.repeat(100)}`),
      'import-too-large',
    ],
    [
      'a file above the limit for whole reads',
      'a.csv',
      new Uint8Array(WHOLE_BYTES + 1).fill(0x31),
      'import-too-large',
    ],
  ])('%s is rejected with its problem code', async (_, fileName, bytes, code) => {
    await expect(check(bytes, fileName)).rejects.toMatchObject({ problem: { code } });
  });

  it.each<[string, Uint8Array]>([
    [
      'an unclosed quote',
      text(`time,flow\n0,1\n0.1,"2\n${table(50, (row) => `${row / 10 + 0.2},3`)}`),
    ],
    ['NUL', text(`time,flow\n${table(50, (row) => `${row / 10},${row === 20 ? '\0' : 5}`)}`)],
    [
      'bytes that are no valid encoding',
      Buffer.concat([
        text('time,flow'),
        Buffer.from([0xff, 0xfe, 0x80, 0x81]),
        text(`\n${table(50, (row) => `${row / 10},1`)}`),
      ]),
    ],
  ])(
    'a table with %s is read as far as possible or rejected with a problem code',
    async (_, bytes) => {
      const outcome = await check(bytes, 'a.csv').catch((error: unknown) => error);
      if (outcome instanceof ProblemError) expect(outcome.problem.code).toMatch(/^import-/);
      else
        expect(outcome).toMatchObject({
          frames: expect.any(Number),
          faults: expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })]),
        });
    },
  );
});

describe('mutated files (T28)', () => {
  const wholes: readonly (readonly [string, string, Uint8Array])[] = [
    ['EDF', 'a.edf', anEdfFile({ records: 6, rates: [50, 10] })],
    ['EDF+D', 'a.edf', aBrokenEdfFile({ onsets: [0, 1, 5, 6, 9], sampleRateHz: 40 })],
    ['BDF', 'a.bdf', aBdfFile({ records: 4 }).bytes],
    ['native', 'a.ymr', aNativeFile({ serial: 'A-1', startUs: 1.7e15, seconds: 20 }).bytes],
    ['CSV', 'a.csv', text(`time,flow,x\n${table(60, (row) => `${row / 10},${row},${-row}`)}`)],
  ];

  it.each(wholes)(
    '%s: each mutation yields a plan that storing follows exactly, or a problem code',
    async (_, fileName, whole) => {
      const random = createRandom(20_261_122);
      const outcomes = { plans: 0, refused: 0 };
      for (let round = 0; round < 250; round++) {
        const bytes = mutate(whole, random);
        try {
          const plan = await check(bytes, fileName);
          outcomes.plans += 1;
          if (round % 5 === 0) expect(await countFrames(bytes, fileName, plan)).toBe(plan.frames);
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          outcomes.refused += 1;
        }
      }
      expect(outcomes.plans).toBeGreaterThan(20);
    },
  );
});

/**
 * Changes some bytes, mostly near the start, where headers are. Sometimes truncates or extends the
 * file.
 */
function mutate(whole: Uint8Array, random: () => number): Uint8Array {
  const bytes = Uint8Array.from(whole);
  for (let changes = 1 + Math.floor(6 * random()); changes > 0; changes--) {
    const at = Math.floor((random() < 0.6 ? Math.min(900, bytes.length) : bytes.length) * random());
    bytes[at] = random() < 0.5 ? 0x30 + Math.floor(10 * random()) : Math.floor(256 * random());
  }
  if (random() < 0.2) return bytes.subarray(0, Math.floor(bytes.length * random()));
  return random() < 0.1 ? Buffer.concat([bytes, bytes.subarray(0, 500)]) : bytes;
}
