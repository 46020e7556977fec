import { expect, it } from 'vitest';
import { comparedRange } from './fit-recording-clock.ts';

it('comparedRange ends with the samples that were read, even in a recording of a year', () => {
  const day = 86_400e6;
  const looked = { values: new Float32Array(8_640_000), sampleRateHz: 50 };
  expect(comparedRange({ fromUs: 0, toUs: 399 * day }, looked)).toEqual({
    fromUs: -600e6,
    toUs: 2 * day + 600e6,
  });
  expect(
    comparedRange(
      { fromUs: 0, toUs: 3600e6 },
      { values: new Float32Array(180_001), sampleRateHz: 50 },
    ),
  ).toEqual({ fromUs: -600e6, toUs: 4200e6 });
});
