import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiField, edfStart, numberField } from './edf-fields.ts';

describe('numberField', () => {
  it.each([
    [0, '0       '],
    [-1000, '-1000   '],
    [0.1, '0.1     '],
    [-192, '-192    '],
    [1_234_567.8, '1234568 '],
    [0.123456789, '0.123457'],
    [-0.123456789, '-0.12346'],
    [99_999_999, '99999999'],
    [-9_999_999, '-9999999'],
    [1e-7, '0.000000'],
  ])('formats %d as %j', (value, text) => {
    expect(numberField(value)).toBe(text);
  });

  it.each([1e8, -1e7, 1e300, Number.NaN, Infinity])('returns null for %d', (value) => {
    expect(numberField(value)).toBeNull();
  });

  it('never rounds a bound inwards, and always writes eight characters', () => {
    fc.assert(
      fc.property(fc.double({ min: -9e6, max: 9e7, noNaN: true }), (value) => {
        const low = numberField(value, 'down');
        const high = numberField(value, 'up');
        expect([low?.length, high?.length]).toEqual([8, 8]);
        expect(Number(low)).toBeLessThanOrEqual(value);
        expect(Number(high)).toBeGreaterThanOrEqual(value);
        expect(Number(high) - Number(low)).toBeLessThanOrEqual(
          Math.max(1e-4, Math.abs(value) * 1e-4),
        );
      }),
    );
  });
});

describe('asciiField', () => {
  it.each([
    ['Flow', 6, 'Flow  '],
    ['EEG Fpz-Cz', 4, 'EEG '],
    ['µV', 3, 'uV '],
    ['°C', 4, 'degC'],
    ['Čz é', 5, 'Cz e '],
    ['呼吸', 4, '??  '],
    ['a\nb', 4, 'a?b '],
  ])('formats %j in %i characters as %j', (text, width, field) => {
    expect(asciiField(text, width)).toBe(field);
  });
});

describe('edfStart', () => {
  it('gives the header fields, the long date and the fraction', () => {
    expect(edfStart('2024-03-02T22:30:15.25')).toEqual({
      headerFields: '02.03.2422.30.15',
      longDate: '02-MAR-2024',
      fractionSeconds: 0.25,
    });
    expect(edfStart('1979-04-24T01:02:03')).toEqual({
      headerFields: '24.04.yy01.02.03',
      longDate: '24-APR-1979',
      fractionSeconds: 0,
    });
  });

  it.each([
    '',
    'soon',
    '2024-02-30T00:00:00',
    '2024-03-02',
    '2024-03-02T25:00:00',
    '2024-03-02T22:30:15Z',
  ])('returns null for %j', (text) => {
    expect(edfStart(text)).toBeNull();
  });
});
