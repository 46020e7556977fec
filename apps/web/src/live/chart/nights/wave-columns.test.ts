import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TilePiece } from './night-spec.ts';
import { waveColumns } from './wave-columns.ts';

const NOT_MEASURED = -32_768;
const STEP_US = 4000;
const ORIGIN_US = 1_760_000_000_000_000;
const value = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: -50, max: 50 }) },
  { weight: 1, arbitrary: fc.constantFrom(32_767, -32_767, NOT_MEASURED) },
);

/** Columns of `per` samples, as the server computes them. */
function toColumns(samples: Int16Array, per: number): TilePiece {
  const length = Math.ceil(samples.length / per);
  const over = (fold: (known: number[]) => number): Int16Array =>
    Int16Array.from({ length }, (_, index) => {
      const known = [...samples.subarray(index * per, (index + 1) * per)].filter(
        (sample) => sample !== NOT_MEASURED,
      );
      return known.length === 0 ? NOT_MEASURED : fold(known);
    });
  const sum = (known: number[]): number =>
    Math.round(known.reduce((all, each) => all + each, 0) / known.length);
  return {
    serial: 'A',
    streamId: 1,
    kind: 'columns',
    fromUs: ORIGIN_US,
    stepUs: STEP_US * per,
    length,
    minimum: [over((known) => Math.min(...known))],
    maximum: [over((known) => Math.max(...known))],
    mean: [over(sum)],
  };
}
const samplesPiece = (samples: Int16Array): TilePiece => ({
  serial: 'A',
  streamId: 1,
  kind: 'samples',
  fromUs: ORIGIN_US,
  stepUs: STEP_US,
  length: samples.length,
  minimum: [samples],
  maximum: [samples],
  mean: [samples],
});

describe('columns of pixels', () => {
  it('columns include every sample they cover: no peak is lost at any zoom, from samples and from stored columns', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: -0.5, max: 1.2, noNaN: true }),
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        (values, per, width, shift, share) => {
          const samples = Int16Array.from(values);
          const lengthMs = (samples.length * STEP_US) / 1000;
          const fromMs = ORIGIN_US / 1000 + shift * lengthMs;
          const window = { fromMs, toMs: fromMs + share * lengthMs };
          const perPixelUs = ((window.toMs - window.fromMs) * 1000) / width;
          for (const piece of [samplesPiece(samples), toColumns(samples, per)]) {
            const { low, high } = waveColumns([{ piece, clip: window }], 0, window, width);
            samples.forEach((sample, index) => {
              const column = Math.floor(
                (ORIGIN_US + index * STEP_US - window.fromMs * 1000) / perPixelUs,
              );
              const atMs = (ORIGIN_US + index * STEP_US) / 1000;
              if (
                sample === NOT_MEASURED ||
                column < 0 ||
                column >= width ||
                atMs < window.fromMs ||
                atMs >= window.toMs
              )
                return;
              expect(low[column]).toBeLessThanOrEqual(sample);
              expect(high[column]).toBeGreaterThanOrEqual(sample);
            });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('columns are empty without measurements and beyond the end of a tile', () => {
    const piece = samplesPiece(Int16Array.of(1, NOT_MEASURED, NOT_MEASURED, 4));
    const window = { fromMs: ORIGIN_US / 1000, toMs: ORIGIN_US / 1000 + 24 };
    expect([...waveColumns([{ piece, clip: window }], 0, window, 6).low]).toEqual([
      1,
      Number.NaN,
      Number.NaN,
      4,
      Number.NaN,
      Number.NaN,
    ]);
    expect([
      ...waveColumns([{ piece, clip: { ...window, toMs: window.fromMs + 12 } }], 0, window, 6).low,
    ]).toEqual([1, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });
});
