import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPyramid, mergePyramids } from './pyramid.ts';

const anySamples = fc
  .array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: 1, maxLength: 700 })
  .map((values) => Int16Array.from(values));

describe('buildPyramid and mergePyramids', () => {
  it('each level summarises by the factor, up to one bin', () => {
    const pyramid = buildPyramid(Float32Array.of(1, 5, -2, 4, 9, 0), 4);
    expect(pyramid.levels.map((level) => level.binSamples)).toEqual([4, 16]);
    expect([...(pyramid.levels[0]?.min ?? [])]).toEqual([-2, 0]);
    expect([...(pyramid.levels[0]?.max ?? [])]).toEqual([5, 9]);
    expect([...(pyramid.levels[0]?.mean ?? [])]).toEqual([2, 4.5]);
    expect([...(pyramid.levels[1]?.count ?? [])]).toEqual([6]);
    expect(pyramid.levels[1]?.mean[0]).toBeCloseTo(17 / 6);
  });

  it('no level loses a minimum or maximum', () => {
    fc.assert(
      fc.property(anySamples, fc.integer({ min: 2, max: 9 }), (samples, factor) => {
        for (const level of buildPyramid(samples, factor).levels) {
          expect(Math.min(...level.min)).toBe(Math.min(...samples));
          expect(Math.max(...level.max)).toBe(Math.max(...samples));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('every bin summarises exactly its own samples', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        for (const { binSamples, min, max, count } of buildPyramid(samples).levels) {
          for (let bin = 0; bin < min.length; bin++) {
            const inside = samples.subarray(bin * binSamples, (bin + 1) * binSamples);
            expect([min[bin], max[bin], count[bin]]).toEqual([
              Math.min(...inside),
              Math.max(...inside),
              inside.length,
            ]);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('two merged segments equal the pyramid of both together', () => {
    fc.assert(
      fc.property(anySamples, anySamples, (a, b) => {
        const first = a.subarray(0, a.length - (a.length % 4));
        const whole = Int16Array.of(...first, ...b);
        const merged = mergePyramids(buildPyramid(first), buildPyramid(b));
        const direct = buildPyramid(whole);
        expect(merged.length).toBe(direct.length);
        expect(merged.levels.map(({ min, max, count }) => ({ min, max, count }))).toEqual(
          direct.levels.map(({ min, max, count }) => ({ min, max, count })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('the scale is applied', () => {
    expect(buildPyramid(Int16Array.of(10, 30), 4, 0.5).levels[0]).toMatchObject({
      min: Float32Array.of(5),
      max: Float32Array.of(15),
      mean: Float32Array.of(10),
    });
  });

  it('missing samples are skipped; a bin without samples is a gap', () => {
    const pyramid = buildPyramid(
      Int16Array.of(-32_768, 3, -32_768, 7, -32_768, -32_768, -32_768, -32_768),
      4,
    );
    expect(pyramid.levels[0]).toMatchObject({
      min: Float32Array.of(3, Number.NaN),
      max: Float32Array.of(7, Number.NaN),
      count: Uint32Array.of(2, 0),
    });
    expect(pyramid.levels[1]).toMatchObject({ min: Float32Array.of(3), mean: Float32Array.of(5) });
  });

  it('an empty segment has no levels and merges with any other', () => {
    const empty = buildPyramid(new Float32Array(0));
    expect(empty.levels).toEqual([]);
    const some = buildPyramid(Float32Array.of(1, 2, 3));
    expect(mergePyramids(empty, some)).toBe(some);
    expect(mergePyramids(buildPyramid(Float32Array.of(1, 2, 3, 4)), empty).length).toBe(4);
  });

  it('mergePyramids throws if a bin would span both segments', () => {
    expect(() =>
      mergePyramids(buildPyramid(new Float32Array(5)), buildPyramid(new Float32Array(4))),
    ).toThrow(RangeError);
    expect(() =>
      mergePyramids(buildPyramid(new Float32Array(8), 2), buildPyramid(new Float32Array(8), 4)),
    ).toThrow(RangeError);
  });

  it.each([0, 1, 2.5, 65])('factor %d throws', (factor) => {
    expect(() => buildPyramid(new Float32Array(8), factor)).toThrow(RangeError);
  });
});
