import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickLevel, pixelColumns } from './pixel-columns.ts';
import { buildPyramid } from './pyramid.ts';

describe('pickLevel', () => {
  const pyramid = buildPyramid(new Float32Array(10_000));

  it.each([
    [0.5, -1],
    [3.9, -1],
    [4, 0],
    [15, 0],
    [16, 1],
    [64, 2],
    [255, 2],
    [1e6, 6],
  ])('picks for %d samples a pixel level %d', (perPixel, level) => {
    expect(pickLevel(pyramid, perPixel)).toBe(level);
  });
});

describe('pixelColumns', () => {
  it('draws raw samples where a pixel is narrower than a bin', () => {
    const samples = Float32Array.of(3, 1, 4, 1, 5, 9, 2, 6);
    const { min, max } = pixelColumns(buildPyramid(samples), samples, 0, 8, 8);
    expect([...min]).toEqual([...samples]);
    expect([...max]).toEqual([...samples]);
  });

  it('loses no peak at any zoom and width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 5000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (length, width, place) => {
          const samples = new Float32Array(length);
          const peak = Math.min(length - 1, Math.floor(place * length));
          samples[peak] = 7;
          const { max } = pixelColumns(buildPyramid(samples), samples, 0, length, width);
          expect(max.includes(7)).toBe(true);
          const column = max.indexOf(7);
          expect(Math.abs(column - (peak * width) / length)).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('draws a part of the segment', () => {
    const samples = Float32Array.from({ length: 1000 }, (_, i) => i);
    const { min, max } = pixelColumns(buildPyramid(samples), samples, 500, 600, 10);
    expect(min[0]).toBeLessThanOrEqual(500);
    expect(max[9]).toBeGreaterThanOrEqual(599);
    expect(max[0]).toBeLessThan(520);
  });

  it('leaves columns beyond the segment and in gaps empty', () => {
    const samples = Float32Array.of(1, 2, Number.NaN, Number.NaN, 5, 6, 7, 8);
    const { min } = pixelColumns(buildPyramid(samples, 2), samples, 0, 16, 8);
    expect([...min]).toEqual([1, Number.NaN, 5, 7, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });

  it('leaves every column of an empty range empty', () => {
    const samples = Float32Array.of(1, 2);
    expect([...pixelColumns(buildPyramid(samples), samples, 1, 1, 3).max]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  it('scales raw samples too', () => {
    const samples = Int16Array.of(10, 20);
    expect([...pixelColumns(buildPyramid(samples, 4, 0.1), samples, 0, 2, 2, 0.1).max]).toEqual([
      Math.fround(1),
      Math.fround(2),
    ]);
  });
});
