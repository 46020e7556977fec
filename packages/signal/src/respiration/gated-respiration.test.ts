import { describe, expect, it } from 'vitest';
import { breathing, chestAccelerometer, pushInBlocks } from '../testing/synthetic-signals.ts';
import { createAccelerometerRespiration } from './accelerometer-respiration.ts';
import { createRespirationRate } from './respiration-rate.ts';
import { createGatedRespiration } from './gated-respiration.ts';

const RATE_HZ = 50;
const watched = () =>
  createGatedRespiration(() => createRespirationRate({ sampleRateHz: RATE_HZ }));

/** A minute of breathing, with the given converter value. @returns the time of its end */
const breathe = (watch: ReturnType<typeof watched>, sentValue: number): number =>
  pushInBlocks(
    {
      push(taken, timeMs) {
        watch.push(new Int16Array(taken.length).fill(sentValue), taken, timeMs);
        watch.read(timeMs + (1000 * taken.length) / RATE_HZ);
      },
    },
    breathing(60, RATE_HZ, 15),
    RATE_HZ,
  );

describe('createGatedRespiration', () => {
  it('gives a rate without doubt during breathing', () => {
    const watch = watched();
    expect(watch.read(breathe(watch, 100))).toMatchObject({
      respirationRate: { kind: 'value' },
      respirationDoubt: null,
    });
  });

  it('derives doubt from the sent samples, not from the taken ones', () => {
    const watch = watched();
    expect(watch.read(breathe(watch, 32_767))).toMatchObject({
      respirationRate: { kind: 'value' },
      respirationDoubt: 'saturated',
    });
  });

  it('withholds a new rate until it has agreed with itself for 15 s', () => {
    const watch = watched();
    const doubts = new Map<number, string | null>();
    for (let second = 1; second <= 30; second++) {
      const samples = breathing(30, RATE_HZ, 30).subarray((second - 1) * RATE_HZ, second * RATE_HZ);
      watch.push(samples, samples, (second - 1) * 1000);
      const { respirationRate, respirationDoubt } = watch.read(second * 1000);
      if (respirationRate.kind === 'value') doubts.set(second, respirationDoubt);
    }
    const [first = Number.NaN] = doubts.keys();
    expect(first).toBeLessThanOrEqual(10);
    for (const [second, doubt] of doubts)
      expect(doubt, `${second} s`).toBe(second < first + 15 ? 'settling' : null);
  });

  it.each([5, 10])('shows the rate of a device that sends every %d s', (intervalSeconds) => {
    const watch = watched();
    const samples = breathing(60, RATE_HZ, 15);
    const shown: number[] = [];
    for (let second = 0; second < 60; second += intervalSeconds) {
      const block = samples.subarray(second * RATE_HZ, (second + intervalSeconds) * RATE_HZ);
      watch.push(block, block, second * 1000);
      const { respirationRate, respirationDoubt } = watch.read((second + intervalSeconds) * 1000);
      if (respirationRate.kind === 'value' && respirationDoubt === null)
        shown.push(Math.round(respirationRate.value));
    }
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(new Set(shown)).toEqual(new Set([15]));
  });

  it.each([4, 8, 12, 16])(
    'shows no fast rate of a body that rocks for %d s after a movement',
    (rocks) => {
      const seconds = 90;
      const still = chestAccelerometer({ seconds, sampleRateHz: RATE_HZ, up: [0, 0.1, 0.99] });
      // The wearer turns for 5 s at 30 s, and rocks at 55 a minute, ever less.
      const moved = still.map((value, at) => {
        const time = Math.floor(at / 3) / RATE_HZ - 30;
        if (at % 3 !== 2 || time < 0) return value;
        if (time < 5) return value + 0.4 * Math.sin(2 * Math.PI * 0.8 * time);
        const left = Math.max(0, 1 - (time - 5) / (2 * rocks));
        return (
          value + (time < 5 + rocks ? 0.015 * left : 0) * Math.sin(2 * Math.PI * (55 / 60) * time)
        );
      });
      const watch = createGatedRespiration(() =>
        createAccelerometerRespiration({ sampleRateHz: RATE_HZ }),
      );
      const shown = new Map<number, number>();
      for (let second = 1; second <= seconds; second++) {
        const block = moved.subarray((second - 1) * 3 * RATE_HZ, second * 3 * RATE_HZ);
        watch.push(block, block, (second - 1) * 1000);
        const { respirationRate, respirationDoubt } = watch.read(second * 1000);
        if (respirationRate.kind === 'value' && respirationDoubt === null)
          shown.set(second, Math.round(respirationRate.value));
      }
      for (const [second, rate] of shown)
        expect(Math.abs(rate - 15), `${rate} at ${second} s`).toBeLessThanOrEqual(2);
      expect([shown.get(30), shown.get(90)]).toEqual([15, 15]);
    },
  );

  it('starts over after forget', () => {
    const watch = watched();
    const nowMs = breathe(watch, 100);
    watch.forget();
    expect(watch.read(nowMs).respirationRate.kind).not.toBe('value');
  });
});
