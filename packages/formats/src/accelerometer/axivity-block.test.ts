import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_BYTES, readAxivityBlock, type AxivityBlock } from './axivity-block.ts';

type Fields = {
  readonly deviceFraction?: number;
  readonly time?: number;
  readonly scales?: number;
  readonly temperature?: number;
  readonly rate?: number;
  readonly layout?: number;
  readonly sampleOffset?: number;
  readonly count?: number;
  readonly words?: readonly number[];
};
/** A packed time: years from 2000, month, day, hour, minute, second. */
const packed = (
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number =>
  ((year << 26) | (month << 22) | (day << 17) | (hour << 12) | (minute << 6) | second) >>> 0;
const NOON = packed(24, 2, 29, 12, 0, 0);

/**
 * Builds a block from its fields (Open Movement, "CWA binary file format"), with a valid checksum.
 */
function buildBlock(
  {
    deviceFraction = 0,
    time = NOON,
    scales = 0,
    temperature = 0,
    rate = 0x4a,
    layout = 0x32,
    sampleOffset = 0,
    count = 0,
    words = [],
  }: Fields,
  before = 0,
): Uint8Array {
  const bytes = new Uint8Array(before + BLOCK_BYTES);
  const view = new DataView(bytes.buffer, before);
  bytes.set([0x41, 0x58, 0xfc, 0x01], before);
  view.setUint16(4, deviceFraction, true);
  view.setUint32(14, time, true);
  view.setUint16(18, scales, true);
  view.setUint16(20, temperature, true);
  view.setUint8(24, rate);
  view.setUint8(25, layout);
  view.setInt16(26, sampleOffset, true);
  view.setUint16(28, count, true);
  for (const [index, word] of words.entries()) view.setUint32(30 + 4 * index, word, true);
  let sum = 0;
  for (let at = 0; at < BLOCK_BYTES; at += 2) sum = (sum + view.getUint16(at, true)) & 0xffff;
  view.setUint16(510, -sum & 0xffff, true);
  return bytes;
}
function read(fields: Fields): AxivityBlock {
  const block = readAxivityBlock(buildBlock(fields), 0);
  if ('code' in block) throw new Error(block.code);
  return block;
}

describe('readAxivityBlock', () => {
  it.each([
    [0x4f, 3200],
    [0x4c, 400],
    [0x4b, 200],
    [0x4a, 100],
    [0x49, 50],
    [0x48, 25],
    [0x47, 12.5],
    [0x46, 6.25],
    [0x0a, 100],
    [0xca, 100],
  ])('rate byte %d is %d Hz at any range', (rate, hz) => {
    expect(read({ rate }).nominalRateHz).toBe(hz);
  });

  it('scales are powers of two: acceleration from 1/256 g, rotation below 8000 degrees a second', () => {
    expect([0, 1, 2, 3].map((power) => read({ scales: power << 13 }).accelerationScale)).toEqual([
      1 / 256,
      1 / 512,
      1 / 1024,
      1 / 2048,
    ]);
    // 2000 degrees a second over 2^15 digits, the default of the AX6.
    expect(read({ scales: 2 << 10 }).gyroScale).toBe(2000 / 32_768);
    expect(read({ scales: (3 << 13) | (2 << 10) | 1023 })).toMatchObject({
      light: 1023,
      accelerationScale: 1 / 2048,
      gyroScale: 2000 / 32_768,
    });
  });

  it('temperature has ten bits', () => {
    expect(
      [0, 256, 0x3ff, 0x400 | 256].map((temperature) => read({ temperature }).temperatureC),
    ).toEqual([-50, 25, (1023 * 75) / 256 - 50, 25]);
  });

  it('a packed sample decodes to the encoded value', () => {
    const ten = fc.integer({ min: -512, max: 511 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(ten, ten, ten, fc.nat(3)), { minLength: 1, maxLength: 120 }),
        (samples) => {
          const words = samples.map(
            ([x, y, z, exponent]) =>
              ((x & 0x3ff) | ((y & 0x3ff) << 10) | ((z & 0x3ff) << 20) | (exponent << 30)) >>> 0,
          );
          const block = read({ layout: 0x30, count: samples.length, words });
          expect([...block.samples]).toEqual(
            samples.flatMap(([x, y, z, exponent]) =>
              [x, y, z].map((value) => value * 2 ** exponent),
            ),
          );
        },
      ),
      { seed: 120, numRuns: 60 },
    );
  });

  it('a block has no more samples than fit into its bytes', () => {
    expect([0x30, 0x32, 0x62].map((layout) => read({ layout, count: 60_000 }).sampleCount)).toEqual(
      [120, 80, 40],
    );
    expect(read({ layout: 0x62, count: 60_000 }).samples).toHaveLength(240);
  });
});

describe('time of a block', () => {
  const noon = Date.UTC(2024, 1, 29, 12) / 1000;

  it('the time is shifted from the stated sample to the first one', () => {
    expect(read({}).startSeconds).toBe(noon);
    expect(read({ sampleOffset: 50 }).startSeconds).toBe(noon - 0.5);
    expect(read({ sampleOffset: -20 }).startSeconds).toBe(noon + 0.2);
  });

  it('the fraction is used only if the device wrote one', () => {
    expect(read({ deviceFraction: 0x1234 }).startSeconds).toBe(noon);
    // Half a second is fifty samples, by which the sample number is shifted for older readers.
    expect(read({ deviceFraction: 0x8000 | 0x4000, sampleOffset: -50 }).startSeconds).toBe(
      noon + 0.5,
    );
    expect(read({ deviceFraction: 0x8000 | 0x4000, sampleOffset: -40 }).startSeconds).toBeCloseTo(
      noon + 0.4,
      9,
    );
  });

  it('times range from 2000 to 2063', () => {
    expect(read({ time: packed(0, 1, 1, 0, 0, 0) }).startSeconds).toBe(Date.UTC(2000, 0, 1) / 1000);
    expect(read({ time: packed(63, 12, 31, 23, 59, 59) }).startSeconds).toBe(
      Date.UTC(2063, 11, 31, 23, 59, 59) / 1000,
    );
  });
});

describe('unusable block', () => {
  it.each<[string, Fields]>([
    ['of one axis', { layout: 0x12 }],
    ['of nine axes', { layout: 0x92 }],
    ['of six packed axes', { layout: 0x60 }],
    ['of another encoding', { layout: 0x31 }],
  ])('a block %s is reported', (_what, fields) => {
    expect(readAxivityBlock(buildBlock(fields), 0)).toMatchObject({
      code: 'unsupported',
      byteOffset: 25,
    });
  });

  it('the byte offset is that of the block in the file', () => {
    expect(readAxivityBlock(buildBlock({ temperature: 256 }, 1024), 1024)).toMatchObject({
      temperatureC: 25,
    });
    expect(readAxivityBlock(buildBlock({ layout: 0x12 }, 1024), 1024)).toMatchObject({
      code: 'unsupported',
      byteOffset: 1024 + 25,
    });
    expect(readAxivityBlock(new Uint8Array(2048), 512)).toMatchObject({
      code: 'badMagic',
      byteOffset: 512,
    });
  });

  it('any changed bit is detected, except in the magic', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: BLOCK_BYTES - 1 }), fc.nat(7), (at, bit) => {
        const bytes = buildBlock({ count: 3, words: [1, 2, 3], temperature: 300 });
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(readAxivityBlock(bytes, 0)).toMatchObject({ code: 'badChecksum', byteOffset: 0 });
      }),
      { seed: 512, numRuns: 200 },
    );
  });
});
