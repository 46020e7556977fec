import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wfdbSampleFormat } from './wfdb-signals.ts';

/** Encodes samples as specified for each format, independently of the reader. */
const writers: Record<number, (samples: readonly number[]) => number[]> = {
  80: (samples) => samples.map((sample) => sample + 128),
  16: (samples) => samples.flatMap((sample) => [sample & 0xff, (sample >> 8) & 0xff]),
  61: (samples) => samples.flatMap((sample) => [(sample >> 8) & 0xff, sample & 0xff]),
  32: (samples) =>
    samples.flatMap((sample) => [
      sample & 0xff,
      (sample >> 8) & 0xff,
      (sample >> 16) & 0xff,
      sample >>> 24,
    ]),
  212: (samples) => {
    const bytes: number[] = [];
    for (let index = 0; index < samples.length; index += 2) {
      const first = samples[index] ?? 0;
      const second = samples[index + 1];
      bytes.push(first & 0xff, ((first >> 8) & 0x0f) | (((second ?? 0) >> 4) & 0xf0));
      if (second !== undefined) bytes.push(second & 0xff);
    }
    return bytes;
  },
};

const bitsByFormat: Record<number, number> = { 80: 8, 16: 16, 61: 16, 32: 32, 212: 12 };

describe('wfdbSampleFormat', () => {
  it.each([80, 16, 61, 32, 212])(
    'format %i decodes every value and the number of samples',
    (format) => {
      const half = 2 ** ((bitsByFormat[format] ?? 0) - 1);
      const reader = wfdbSampleFormat(format);
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: -half, max: half - 1 }), { maxLength: 40 }),
          (samples) => {
            const bytes = Uint8Array.from(writers[format]?.(samples) ?? []);
            expect(samples.map((_, index) => reader?.read(bytes, index))).toEqual(samples);
            expect(reader?.sampleCount(bytes.length)).toBe(samples.length);
          },
        ),
      );
      expect(reader?.notMeasured).toBe(-half);
    },
  );

  it('returns undefined for unsupported formats', () => {
    expect([0, 9, 508, 516, 524, 213].map(wfdbSampleFormat)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });
});
