import { describe, expect, it } from 'vitest';
import { SCHEMES } from '../chart-spec.ts';
import { divergingScale, lightnessAt, SCALE_STEPS, sequentialScale } from './colour-scale.ts';

describe.each(SCHEMES)('colour scales of the %s theme', (scheme) => {
  it('the sequential scale grows evenly from dark to light', () => {
    const scale = sequentialScale(scheme);
    const lightness = Array.from({ length: SCALE_STEPS }, (_, step) => lightnessAt(scale, step));
    expect(
      lightness.every((value, step) => step === 0 || value > (lightness[step - 1] ?? 0) - 0.004),
    ).toBe(true);
    expect((lightness.at(-1) ?? 0) - (lightness[0] ?? 0)).toBeGreaterThan(0.6);
  });

  it('the diverging scale has its turning point in the middle', () => {
    const scale = divergingScale(scheme);
    const [low, middle, high] = [0, SCALE_STEPS / 2, SCALE_STEPS - 1].map((step) =>
      lightnessAt(scale, step),
    );
    const ends = [low ?? 0, high ?? 0].map((end) => Math.abs(end - (middle ?? 0)));
    expect(Math.min(...ends)).toBeGreaterThan(0.3);
  });
});

it('the night theme uses no blue', () => {
  const scale = sequentialScale('night');
  for (let step = 0; step < SCALE_STEPS; step++)
    expect(scale[step * 3 + 2]).toBeLessThanOrEqual(scale[step * 3] ?? 0);
});
