import type { StreamDeclaration } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { uncertainReading, valueReading } from '@yamori/signal';
import { createRateEstimator, reportEstimate } from './rate-estimator.ts';

const aStream = (kind: string, channels: number, sampleRateHz: number): StreamDeclaration => ({
  streamId: 1,
  kind,
  channels,
  unit: '',
  sampleRateHz,
  scale: 0.01,
  offset: 0,
});

/** A minute of breathing at 24 breaths a minute in every channel, one sample in each frame. */
function breathed(stream: StreamDeclaration, isOff: (channel: number) => boolean = () => false) {
  const estimator = createRateEstimator(stream);
  for (let sequence = 0; sequence < 60 * stream.sampleRateHz; sequence++) {
    const seconds = sequence / stream.sampleRateHz;
    const samples = Int16Array.from({ length: stream.channels }, (_, channel) =>
      isOff(channel) ? -32_768 : Math.round(1000 * Math.sin((2 * Math.PI * 24 * seconds) / 60)),
    );
    estimator?.push({ sequence, deviceTimeMs: seconds * 1000, sampleCount: 1, samples });
  }
  return estimator?.read(60_000) ?? null;
}

describe('rates computed from the traces', () => {
  it.each([
    ['impe', 1, 50],
    ['flow', 1, 25],
    ['eit', 208, 13],
  ] as const)('the respiration rate is read from %s', (kind, channels, rate) => {
    const reading = breathed(aStream(kind, channels, rate));
    expect(reading).toMatchObject({ kind: 'value', value: expect.closeTo(24, 0) });
  });

  it('EIT readings that were not measured are left out', () => {
    const reading = breathed(aStream('eit', 208, 13), (channel) => channel < 100);
    expect(reading).toMatchObject({ kind: 'value', value: expect.closeTo(24, 0) });
  });

  it('a clipped or flat trace has no rate', () => {
    const estimate = (shape: (breath: number, second: number) => number) => {
      const estimator = createRateEstimator(aStream('impe', 1, 50));
      for (let second = 0; second < 75; second++) {
        const samples = Int16Array.from({ length: 50 }, (_, index) =>
          Math.max(
            -32_767,
            Math.min(
              32_767,
              shape(Math.sin((2 * Math.PI * 15 * (second + index / 50)) / 60), second),
            ),
          ),
        );
        estimator?.push({
          sequence: second,
          deviceTimeMs: second * 1000,
          sampleCount: 50,
          samples,
        });
      }
      return estimator?.read(75_000);
    };
    expect(estimate((breath) => 60_000 * breath)).toMatchObject({
      kind: 'uncertain',
      reason: 'saturated',
    });
    expect(estimate((breath, second) => (second < 60 ? 1000 * breath : 0))).toMatchObject({
      kind: 'uncertain',
      reason: 'flat',
    });
  });

  it('a moving person has no respiration rate, even if another trace is sure', () => {
    expect(reportEstimate([valueReading(14, 1, 0), uncertainReading('movement', 0)], 0)).toEqual({
      kind: 'uncertain',
      reason: 'movement',
    });
    expect(
      reportEstimate([valueReading(14, 1, 0), uncertainReading('noisy', 0)], 1000),
    ).toMatchObject({ kind: 'value', value: 14, ageSeconds: 1 });
  });

  it.each(['button', 'pleth', 'temperature'])('no rate is computed from %s', (kind) => {
    expect(createRateEstimator(aStream(kind, 1, 50))).toBeNull();
  });
});
