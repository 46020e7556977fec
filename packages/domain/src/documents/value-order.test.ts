import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyValue } from './testing/any-value.ts';
import type { DocumentValue } from './document-value.ts';
import { compareText, compareValues, equalValues } from './value-order.ts';

/** Values of every kind in ascending order. */
const ladder: DocumentValue[] = [
  null,
  false,
  true,
  Number.NaN,
  -Infinity,
  -1.5,
  0,
  Number.MIN_VALUE,
  1,
  Infinity,
  new Date(-1),
  new Date(0),
  new Date(1),
  '',
  'A',
  'a',
  'aa',
  'é',
  'あ',
  '\uffff',
  '😀',
  new Uint8Array(),
  new Uint8Array([0]),
  new Uint8Array([0, 1]),
  new Uint8Array([1]),
  [],
  [null],
  [1],
  [1, 2],
  [2],
  ['a'],
  [{}],
  {},
  { a: 1 },
  { a: 1, b: 1 },
  { a: 2 },
  { b: 0 },
];

describe('compareValues', () => {
  it('orders values of all kinds', () => {
    ladder.forEach((low, index) => {
      expect(compareValues(low, low)).toBe(0);
      for (const high of ladder.slice(index + 1)) {
        expect(
          compareValues(low, high),
          `${JSON.stringify(low)} < ${JSON.stringify(high)}`,
        ).toBeLessThan(0);
        expect(compareValues(high, low)).toBeGreaterThan(0);
      }
    });
  });

  it('swapping two values flips the sign, and every value equals itself', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
        expect(compareValues(a, a)).toBe(0);
      }),
    );
  });

  it('the order is transitive', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        const [low, middle, high] = [a, b, c].sort(compareValues);
        if (low === undefined || middle === undefined || high === undefined) return;
        expect(compareValues(low, middle)).toBeLessThanOrEqual(0);
        expect(compareValues(middle, high)).toBeLessThanOrEqual(0);
        expect(compareValues(low, high)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  it('compareText orders by UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('-0 equals 0, and the order of keys in a map does not matter', () => {
    expect(equalValues(-0, 0)).toBe(true);
    expect(equalValues({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  });
});
