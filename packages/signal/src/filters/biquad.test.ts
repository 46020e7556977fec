import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/synthetic-signals.ts';
import {
  createFilterState,
  type Filter,
  filterBlock,
  filterSample,
  gainAt,
  highPass,
  inSeries,
  lowPass,
  notch,
  settleFilter,
} from './biquad.ts';

const decibel = (gain: number) => 20 * Math.log10(gain);

/** Gain measured by running a sine through the filter. */
function measuredGain(filter: Filter, frequencyHz: number, sampleRateHz: number): number {
  const state = createFilterState(filter);
  let largest = 0;
  const length = 40 * sampleRateHz;
  for (let i = 0; i < length; i++) {
    const y = filterSample(filter, state, Math.sin((2 * Math.PI * frequencyHz * i) / sampleRateHz));
    if (i > length / 2) largest = Math.max(largest, Math.abs(y));
  }
  return largest;
}

describe('lowPass, highPass and notch', () => {
  it.each([100, 250, 360, 1000])(
    'a low-pass at %d Hz passes below, has −3 dB at the cut-off, and falls above',
    (rate) => {
      const filter = lowPass(10, rate);
      expect(gainAt(filter, 0.1, rate)).toBeCloseTo(1, 3);
      expect(decibel(gainAt(filter, 10, rate))).toBeCloseTo(-3.01, 1);
      expect(decibel(gainAt(filter, 40, rate))).toBeLessThan(-23);
    },
  );

  it.each([100, 250, 360, 1000])(
    'a high-pass at %d Hz stops a constant, has −3 dB at the cut-off, and passes above',
    (rate) => {
      const filter = highPass(0.5, rate);
      expect(gainAt(filter, 1e-6, rate)).toBeLessThan(1e-6);
      expect(decibel(gainAt(filter, 0.5, rate))).toBeCloseTo(-3.01, 1);
      expect(gainAt(filter, 20, rate)).toBeCloseTo(1, 2);
    },
  );

  it.each([2, 4, 6])(
    'order %d falls by 6 dB × order per octave, with −3 dB at the cut-off',
    (order) => {
      const filter = lowPass(5, 10_000, order);
      expect(decibel(gainAt(filter, 5, 10_000))).toBeCloseTo(-3.01, 1);
      const octave = decibel(gainAt(filter, 80, 10_000)) - decibel(gainAt(filter, 40, 10_000));
      expect(octave).toBeCloseTo(-6.02 * order, 0);
    },
  );

  it.each([50, 60])('a notch removes %d Hz and keeps its surroundings', (mains) => {
    const filter = notch(mains, 250);
    expect(gainAt(filter, mains, 250)).toBeLessThan(1e-9);
    expect(gainAt(filter, mains - 5, 250)).toBeGreaterThan(0.97);
    expect(gainAt(filter, mains + 5, 250)).toBeGreaterThan(0.97);
    expect(gainAt(filter, 10, 250)).toBeGreaterThan(0.99);
  });

  it.each([1, 8, 10, 25, 49])('a sine of %d Hz comes out with the gain of gainAt', (frequency) => {
    const filter = inSeries(highPass(4, 250), lowPass(20, 250), notch(50, 250));
    expect(measuredGain(filter, frequency, 250)).toBeCloseTo(gainAt(filter, frequency, 250), 2);
  });

  it('filters in series multiply their gains', () => {
    const a = lowPass(30, 250);
    const b = highPass(2, 250);
    expect(gainAt(inSeries(a, b), 12, 250)).toBeCloseTo(
      gainAt(a, 12, 250) * gainAt(b, 12, 250),
      10,
    );
  });
});

describe('filter state', () => {
  it('filterBlock gives the same result as filterSample', () => {
    const filter = lowPass(8, 100, 4);
    const random = seededRandom(3);
    const input = Float64Array.from({ length: 500 }, random);
    const one = createFilterState(filter);
    const other = createFilterState(filter);
    const single = Float32Array.from(input, (x) => filterSample(filter, one, x));
    const block = new Float32Array(500);
    filterBlock(filter, other, input.subarray(0, 123), block);
    filterBlock(filter, other, input.subarray(123), block.subarray(123));
    expect(block).toEqual(single);
  });

  it('a copied state continues like the original', () => {
    const filter = highPass(1, 100);
    const state = createFilterState(filter);
    for (let i = 0; i < 50; i++) filterSample(filter, state, i);
    const copy = state.slice();
    expect(filterSample(filter, state, 7)).toBe(filterSample(filter, copy, 7));
  });

  it.each([
    ['low', 1234],
    ['high', 0],
  ] as const)('a settled %s-pass starts without a transient', (kind, expected) => {
    const filter = kind === 'low' ? lowPass(3, 100, 4) : highPass(3, 100, 4);
    const state = createFilterState(filter);
    settleFilter(filter, state, 1234);
    for (let i = 0; i < 20; i++) expect(filterSample(filter, state, 1234)).toBeCloseTo(expected, 6);
  });

  it('filterBlock works in place', () => {
    const filter = lowPass(8, 100);
    const data = Float32Array.from({ length: 64 }, (_, i) => Math.sin(i));
    const apart = new Float32Array(64);
    filterBlock(filter, createFilterState(filter), data, apart);
    filterBlock(filter, createFilterState(filter), data, data);
    expect(data).toEqual(apart);
  });
});

describe('invalid arguments', () => {
  it.each([0, -1, 50, 80])('a cut-off of %d Hz at 100 samples a second throws', (cutoff) => {
    expect(() => lowPass(cutoff, 100)).toThrow(RangeError);
    expect(() => highPass(cutoff, 100)).toThrow(RangeError);
    expect(() => notch(cutoff, 100)).toThrow(RangeError);
  });

  it.each([0, 1, 3])('order %d throws', (order) => {
    expect(() => lowPass(10, 100, order)).toThrow(RangeError);
  });
});
