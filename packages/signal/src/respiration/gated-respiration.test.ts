import { describe, expect, it } from 'vitest';
import { breathing, chestAccelerometer, pushInBlocks } from '../testing/synthetic-signals.ts';
import { createAccelerometerRespiration } from './accelerometer-respiration.ts';
import { createRespirationRate } from './respiration-rate.ts';
import { createGatedRespiration } from './gated-respiration.ts';

const RATE_HZ = 50;
const createGated = () =>
  createGatedRespiration(() => createRespirationRate({ sampleRateHz: RATE_HZ }));

/** Pushes a minute of breathing with the given sent value. Returns the time of its end. */
const breathe = (gated: ReturnType<typeof createGated>, sentValue: number): number =>
  pushInBlocks(
    {
      push(samples, timeMs) {
        gated.push(new Int16Array(samples.length).fill(sentValue), samples, timeMs);
        gated.read(timeMs + (1000 * samples.length) / RATE_HZ);
      },
    },
    breathing(60, RATE_HZ, 15),
    RATE_HZ,
  );

describe('createGatedRespiration', () => {
  it('gives a rate without doubt during breathing', () => {
    const gated = createGated();
    expect(gated.read(breathe(gated, 100))).toMatchObject({
      respirationRate: { kind: 'value' },
      respirationDoubt: null,
    });
  });

  it('derives doubt from the sent values, not from the samples for the estimator', () => {
    const gated = createGated();
    expect(gated.read(breathe(gated, 32_767))).toMatchObject({
      respirationRate: { kind: 'value' },
      respirationDoubt: 'saturated',
    });
  });

  it('withholds a new rate until it has been steady for 15 s', () => {
    const gated = createGated();
    const doubts = new Map<number, string | null>();
    for (let second = 1; second <= 30; second++) {
      const samples = breathing(30, RATE_HZ, 30).subarray((second - 1) * RATE_HZ, second * RATE_HZ);
      gated.push(samples, samples, (second - 1) * 1000);
      const { respirationRate, respirationDoubt } = gated.read(second * 1000);
      if (respirationRate.kind === 'value') doubts.set(second, respirationDoubt);
    }
    const [first = Number.NaN] = doubts.keys();
    expect(first).toBeLessThanOrEqual(10);
    for (const [second, doubt] of doubts)
      expect(doubt, `${second} s`).toBe(second < first + 15 ? 'settling' : null);
  });

  it.each([5, 10])('shows the rate of a device that sends every %d s', (intervalSeconds) => {
    const gated = createGated();
    const samples = breathing(60, RATE_HZ, 15);
    const shown: number[] = [];
    for (let second = 0; second < 60; second += intervalSeconds) {
      const block = samples.subarray(second * RATE_HZ, (second + intervalSeconds) * RATE_HZ);
      gated.push(block, block, second * 1000);
      const { respirationRate, respirationDoubt } = gated.read((second + intervalSeconds) * 1000);
      if (respirationRate.kind === 'value' && respirationDoubt === null)
        shown.push(Math.round(respirationRate.value));
    }
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(new Set(shown)).toEqual(new Set([15]));
  });

  it.each([4, 8, 12, 16])(
    'shows no fast rate while the body rocks for %d s after a movement',
    (rockingSeconds) => {
      const seconds = 90;
      const still = chestAccelerometer({ seconds, sampleRateHz: RATE_HZ, up: [0, 0.1, 0.99] });
      // The wearer turns for 5 s at 30 s, then rocks 55 times a minute with falling amplitude.
      const moved = still.map((value, at) => {
        const time = Math.floor(at / 3) / RATE_HZ - 30;
        if (at % 3 !== 2 || time < 0) return value;
        if (time < 5) return value + 0.4 * Math.sin(2 * Math.PI * 0.8 * time);
        if (time >= 5 + rockingSeconds) return value;
        const amplitude = 0.015 * Math.max(0, 1 - (time - 5) / (2 * rockingSeconds));
        return value + amplitude * Math.sin(2 * Math.PI * (55 / 60) * time);
      });
      const gated = createGatedRespiration(() =>
        createAccelerometerRespiration({ sampleRateHz: RATE_HZ }),
      );
      const shown = new Map<number, number>();
      for (let second = 1; second <= seconds; second++) {
        const block = moved.subarray((second - 1) * 3 * RATE_HZ, second * 3 * RATE_HZ);
        gated.push(block, block, (second - 1) * 1000);
        const { respirationRate, respirationDoubt } = gated.read(second * 1000);
        if (respirationRate.kind === 'value' && respirationDoubt === null)
          shown.set(second, Math.round(respirationRate.value));
      }
      for (const [second, rate] of shown)
        expect(Math.abs(rate - 15), `${rate} at ${second} s`).toBeLessThanOrEqual(2);
      expect([shown.get(30), shown.get(90)]).toEqual([15, 15]);
    },
  );

  it('starts over after forget', () => {
    const gated = createGated();
    const nowMs = breathe(gated, 100);
    gated.forget();
    expect(gated.read(nowMs).respirationRate.kind).not.toBe('value');
  });
});
