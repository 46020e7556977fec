import { describe, expect, it } from 'vitest';
import { createHeartRate } from './beats/heart-rate.ts';
import { createSignalQuality } from './beats/signal-quality.ts';
import { createMovement } from './body/movement.ts';
import { createPosture } from './body/posture.ts';
import { createTemperature } from './body/temperature.ts';
import type { Estimator, Reading } from './reading/reading.ts';
import { createAccelerometerRespiration } from './respiration/accelerometer-respiration.ts';
import { createRespirationRate } from './respiration/respiration-rate.ts';
import {
  breathing,
  chestAccelerometer,
  pushInBlocks,
  steadyBeats,
  syntheticEcg,
} from './testing/synthetic-signals.ts';

type Case = {
  readonly create: (scale: number) => Estimator<unknown>;
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Physical value of one digital step. */
  readonly step: number;
};

const SECONDS = 70;
const ecg = syntheticEcg({
  seconds: SECONDS,
  sampleRateHz: 250,
  beatSeconds: steadyBeats(SECONDS, 72),
});
const breath = breathing(SECONDS, 50, 15, 1, 0.02);
const chest = chestAccelerometer({
  seconds: SECONDS,
  sampleRateHz: 50,
  up: [0, 0, 1],
  breathG: 0.01,
});

const CASES: Readonly<Record<string, Case>> = {
  'heart rate': {
    create: (scale) => createHeartRate({ sampleRateHz: 250, scale }),
    samples: ecg,
    sampleRateHz: 250,
    channels: 1,
    step: 0.001,
  },
  'signal quality': {
    create: (scale) => createSignalQuality({ sampleRateHz: 250, scale }),
    samples: ecg,
    sampleRateHz: 250,
    channels: 1,
    step: 0.001,
  },
  respiration: {
    create: (scale) => createRespirationRate({ sampleRateHz: 50, scale }),
    samples: breath,
    sampleRateHz: 50,
    channels: 1,
    step: 0.001,
  },
  'respiration of the chest': {
    create: (scale) => createAccelerometerRespiration({ sampleRateHz: 50, scale }),
    samples: chest,
    sampleRateHz: 50,
    channels: 3,
    step: 1 / 16_384,
  },
  movement: {
    create: (scale) => createMovement({ sampleRateHz: 50, scale }),
    samples: chest,
    sampleRateHz: 50,
    channels: 3,
    step: 1 / 16_384,
  },
  posture: {
    create: (scale) => createPosture({ sampleRateHz: 50, scale }),
    samples: chest,
    sampleRateHz: 50,
    channels: 3,
    step: 1 / 16_384,
  },
  temperature: {
    create: (scale) => createTemperature({ sampleRateHz: 1, scale }),
    samples: new Float32Array(SECONDS).fill(34.5),
    sampleRateHz: 1,
    channels: 1,
    step: 0.01,
  },
};

const START_MS = 1_000_000;
const END_MS = START_MS + SECONDS * 1000;

/** The reading after all samples, pushed in blocks of these lengths. */
function readAfter(
  { create, samples, sampleRateHz, channels }: Case,
  frames: readonly number[],
  startMs = START_MS,
): Reading<unknown> {
  const estimator = create(1);
  return estimator.read(
    pushInBlocks(estimator, samples, sampleRateHz, { frames, channels, startMs }),
  );
}
const shown = (reading: Reading<unknown>): unknown =>
  reading.kind === 'value' ? reading.value : reading.kind;

describe.each(Object.entries(CASES))('%s', (_name, one) => {
  const whole = readAfter(one, [one.sampleRateHz]);

  it('gives a value for a normal signal', () => {
    expect(whole.kind).toBe('value');
    expect(whole.kind === 'value' && whole.certainty).toBeGreaterThan(0.3);
    expect(whole.kind === 'value' && whole.atMs).toBeGreaterThan(END_MS - 8000);
    expect(whole.kind === 'value' && whole.atMs).toBeLessThanOrEqual(END_MS);
  });

  it.each([[[1]], [[7, 1, 40]], [[one.sampleRateHz * 10]], [[one.sampleRateHz * SECONDS]]])(
    'gives the same reading for blocks of %j',
    (frames) => {
      expect(shown(readAfter(one, frames))).toEqual(shown(whole));
    },
  );

  it('gives the same reading at another time of day', () => {
    expect(shown(readAfter(one, [one.sampleRateHz], START_MS + 86_400_000))).toEqual(shown(whole));
  });

  it('gives the same reading for digital steps with a scale, apart from rounding', () => {
    const digital = Int16Array.from(one.samples, (value) => Math.round(value / one.step));
    const estimator = one.create(one.step);
    const reading = shown(
      estimator.read(
        pushInBlocks(estimator, digital, one.sampleRateHz, {
          channels: one.channels,
          startMs: START_MS,
        }),
      ),
    );
    const float = shown(whole);
    if (typeof float === 'number' && typeof reading === 'number')
      expect(Math.abs(reading - float)).toBeLessThan(0.02 * float + 0.01);
    else expect(reading).toEqual(float);
  });

  it('retains no reference to the pushed samples', () => {
    const estimator = one.create(1);
    const length = one.sampleRateHz * one.channels;
    const lent = new Float32Array(length);
    for (let at = 0; at < one.samples.length; at += length) {
      lent.set(one.samples.subarray(at, at + length));
      estimator.push(lent, START_MS + (at / length) * 1000);
      lent.fill(9999);
    }
    expect(shown(estimator.read(END_MS))).toEqual(shown(whole));
  });

  it('reads none before the first sample and after an empty block', () => {
    const estimator = one.create(1);
    expect(estimator.read(0).kind).toBe('none');
    estimator.push(new Float32Array(0), START_MS);
    expect(estimator.read(START_MS).kind).not.toBe('value');
  });

  it('gives no value for missing samples', () => {
    for (const missing of [
      new Float32Array(one.samples.length).fill(Number.NaN),
      new Int16Array(one.samples.length).fill(-32_768),
    ]) {
      const estimator = one.create(1);
      const reading = estimator.read(
        pushInBlocks(estimator, missing, one.sampleRateHz, {
          channels: one.channels,
          startMs: START_MS,
        }),
      );
      // A signal quality is itself the statement that a signal is bad.
      if (shown(reading) !== 'noisy') expect(reading.kind).not.toBe('value');
    }
  });

  it('gives no value once nothing is measured any more', () => {
    const estimator = one.create(1);
    const endMs = pushInBlocks(estimator, one.samples, one.sampleRateHz, {
      channels: one.channels,
      startMs: START_MS,
    });
    const missing = new Float32Array(100 * one.sampleRateHz * one.channels).fill(Number.NaN);
    const reading = estimator.read(
      pushInBlocks(estimator, missing, one.sampleRateHz, {
        channels: one.channels,
        startMs: endMs,
      }),
    );
    if (shown(reading) !== 'noisy') expect(reading.kind).not.toBe('value');
  });

  it('forgets old data and keeps no value across a long gap', () => {
    const estimator = one.create(1);
    pushInBlocks(estimator, one.samples, one.sampleRateHz, {
      channels: one.channels,
      startMs: START_MS,
    });
    expect(estimator.read(END_MS + 300_000).kind).toBe('none');
    estimator.push(one.samples.subarray(0, one.channels), END_MS + 600_000);
    const after = estimator.read(END_MS + 600_100);
    expect(after.kind === 'value' ? after.atMs : END_MS + 600_000).toBeGreaterThanOrEqual(
      END_MS + 600_000,
    );
  });

  it('gives the same reading when read twice', () => {
    const estimator = one.create(1);
    const endMs = pushInBlocks(estimator, one.samples, one.sampleRateHz, {
      channels: one.channels,
      startMs: START_MS,
    });
    expect(estimator.read(endMs)).toEqual(estimator.read(endMs));
    estimator.read(endMs + 300_000);
    expect(shown(estimator.read(endMs))).toEqual(shown(whole));
  });
});
