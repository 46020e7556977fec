import { describe, expect, it } from 'vitest';
import { laneMark } from './lane-mark.ts';

const NONE = { heartRate: null, respirationRate: null };
const drawn = (
  kind: string,
  quality: Partial<{ measured: number; saturated: number; noisy: number; swing: number }> = {},
) => ({ kind, quality: { measured: 1, saturated: 0, noisy: 0, swing: 1, ...quality } });

describe('laneMark', () => {
  it('returns the worst fault of the drawn samples', () => {
    expect(
      [
        drawn('impe'),
        drawn('impe', { saturated: 0.1, swing: 0 }),
        drawn('impe', { swing: 0.09 }),
        drawn('ecg', { swing: 0.01 }),
        drawn('eit-curves', { noisy: 0.4 }),
      ].map((stream) => laneMark(stream, NONE)),
    ).toEqual([null, 'saturated', 'flat', 'flat', 'noisy']);
  });

  it('reports no flat trace without samples, or if the unit says nothing about the amplitude', () => {
    expect(
      [drawn('impe', { measured: 0.2, swing: 0 }), drawn('respi-axl', { swing: 0.001 })].map(
        (stream) => laneMark(stream, NONE),
      ),
    ).toEqual([null, null]);
  });

  it("falls back to the server's doubts about the rate of the trace", () => {
    const doubts = { heartRate: 'noisy', respirationRate: 'movement' } as const;
    expect(
      ['ecg', 'impe', 'respi-axl', 'temperature', 'button'].map((kind) =>
        laneMark(drawn(kind), doubts),
      ),
    ).toEqual(['noisy', 'movement', 'movement', null, null]);
    expect(laneMark({ kind: 'impe', quality: null }, undefined)).toBeNull();
  });
});
