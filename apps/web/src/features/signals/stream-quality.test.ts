import type { UncertainReason } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { qualityWord } from './stream-quality.tsx';

const stream = (measured: number, saturated = 0, noisy = 0, ageSeconds: number | null = 0.2) => ({
  ageSeconds,
  sampleRateHz: 250,
  quality: { measured, saturated, noisy, swing: 1 },
});

describe('qualityWord', () => {
  it('returns the most severe label that applies', () => {
    expect(
      [
        stream(1),
        stream(0.9),
        stream(0.1),
        stream(1, 0.3),
        stream(1, 0, 0.5),
        stream(1, 0, 0, 30),
        stream(1, 0, 0, null),
      ].map((each) => qualityWord(each)),
    ).toEqual(['good', 'gaps', 'off', 'saturated', 'noisy', 'none', 'none']);
  });

  it('never calls a trace good whose rate is withheld because of the trace', () => {
    const withheld = (reason: UncertainReason) => ({ kind: 'uncertain', reason }) as const;
    expect(
      (['noisy', 'movement', 'flat', 'saturated'] as const).map((reason) =>
        qualityWord(stream(0.9), withheld(reason)),
      ),
    ).toEqual(['noisy', 'movement', 'flat', 'saturated']);
    expect(qualityWord(stream(1), withheld('settling'))).toBe('good');
    expect(qualityWord(stream(1, 0, 0, 30), withheld('noisy'))).toBe('none');
    expect(qualityWord(stream(1, 0.3), withheld('noisy'))).toBe('saturated');
  });

  it('does not call an unused button silent', () => {
    expect(qualityWord({ ageSeconds: 3600, sampleRateHz: 0, quality: null })).toBe('good');
  });
});
