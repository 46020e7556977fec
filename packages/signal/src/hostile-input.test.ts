import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as signal from './index.ts';
import { eitAsset } from './testing/eit-assets.ts';
import { pushInBlocks, steadyBeats, syntheticEcg } from './testing/synthetic-signals.ts';

/** Possible input from a broken device: any numbers, in blocks of any length, at any time. */
const hostileBlock = fc.record({
  samples: fc.oneof(
    fc.array(fc.float(), { maxLength: 300 }).map((values) => Float32Array.from(values)),
    fc
      .array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 300 })
      .map((values) => Int16Array.from(values)),
  ),
  startMs: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(0, -1, 2 ** 31 * 1000)),
});

const estimators: Record<string, () => signal.Estimator<unknown>> = {
  beats: () => signal.createBeatDetector({ sampleRateHz: 250 }),
  'heart rate': () => signal.createHeartRate({ sampleRateHz: 250 }),
  'signal quality': () => signal.createSignalQuality({ sampleRateHz: 250 }),
  respiration: () => signal.createRespirationRate({ sampleRateHz: 50 }),
  'accelerometer respiration': () => signal.createAccelerometerRespiration({ sampleRateHz: 50 }),
  movement: () => signal.createMovement({ sampleRateHz: 50 }),
  posture: () => signal.createPosture({ sampleRateHz: 50 }),
  temperature: () => signal.createTemperature({ sampleRateHz: 1 }),
};

describe.each(Object.entries(estimators))('%s with hostile input', (_name, create) => {
  it('never throws and never gives a value that is not finite', () => {
    fc.assert(
      fc.property(fc.array(hostileBlock, { maxLength: 12 }), (blocks) => {
        const estimator = create();
        for (const { samples, startMs } of blocks) {
          estimator.push(samples, startMs);
          const reading = estimator.read(startMs + 1000);
          if (reading.kind !== 'value') continue;
          expect(reading.certainty).toBeGreaterThanOrEqual(0);
          expect(reading.certainty).toBeLessThanOrEqual(1);
          if (typeof reading.value === 'number') expect(Number.isFinite(reading.value)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('recovery from hostile input', () => {
  it('an ordinary ECG gives a heart rate again', () => {
    const heartRate = signal.createHeartRate({ sampleRateHz: 250 });
    heartRate.push(Float32Array.of(Infinity, -Infinity, Number.NaN, 1e30, -1e30), 0);
    const samples = syntheticEcg({
      seconds: 30,
      sampleRateHz: 250,
      beatSeconds: steadyBeats(30, 64),
    });
    const reading = heartRate.read(pushInBlocks(heartRate, samples, 250, { startMs: 60_000 }));
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') expect(Math.abs(reading.value - 64)).toBeLessThan(1);
  });

  it('arbitrary EIT frames give an image of finite numbers', () => {
    const imager = signal.createEitImager(eitAsset('thorax'));
    const watch = signal.createElectrodeWatch(20);
    const anything = fc
      .array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 208, maxLength: 208 })
      .map((values) => Int16Array.from(values));
    fc.assert(
      fc.property(anything, anything, (frame, reference) => {
        watch.push(frame);
        expect(imager.image(frame, reference).every((value) => Number.isFinite(value))).toBe(true);
        expect(watch.quality().usableShare).toBeLessThanOrEqual(1);
      }),
      { numRuns: 25 },
    );
  });

  it('a short frame counts its missing readings', () => {
    const imager = signal.createEitImager(eitAsset('thorax'));
    imager.image(new Float32Array(100).fill(1), new Float32Array(208).fill(1));
    expect(imager.usedReadings()).toBe(100);
  });
});
