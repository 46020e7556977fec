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
      ].map(qualityWord),
    ).toEqual(['good', 'gaps', 'off', 'saturated', 'noisy', 'none', 'none']);
  });

  it('does not call an unused button silent', () => {
    expect(qualityWord({ ageSeconds: 3600, sampleRateHz: 0, quality: null })).toBe('good');
  });
});
