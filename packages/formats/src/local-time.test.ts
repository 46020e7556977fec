import { describe, expect, it } from 'vitest';
import { laterBy } from './local-time.ts';

describe('laterBy', () => {
  it.each([
    ['2024-03-02T22:30:15', 0, '2024-03-02T22:30:15'],
    ['2024-03-02T22:30:15', 0.25, '2024-03-02T22:30:15.250'],
    ['2024-03-02T22:30:15', 0.3945312, '2024-03-02T22:30:15.394531'],
    ['2024-03-02T22:30:15.394531', -0.394531, '2024-03-02T22:30:15'],
    ['2024-02-28T23:59:59.900', 0.1, '2024-02-29T00:00:00'],
    ['2024-03-02T00:00:00', -0.001, '2024-03-01T23:59:59.999'],
    ['1918-01-01T00:00:00', 86_400, '1918-01-02T00:00:00'],
  ])('%s plus %d seconds is %s', (time, seconds, expected) => {
    expect(laterBy(time, seconds)).toBe(expected);
  });

  it('returns an invalid time or an overflow unchanged', () => {
    expect(laterBy('soon', 1)).toBe('soon');
    expect(laterBy('2024-03-02T22:30:15', 1e20)).toBe('2024-03-02T22:30:15');
  });
});
