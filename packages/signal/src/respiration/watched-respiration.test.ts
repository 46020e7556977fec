import { describe, expect, it } from 'vitest';
import { breathing, pushInBlocks } from '../testing/synthetic-signals.ts';
import { createRespirationRate } from './respiration-rate.ts';
import { createWatchedRespiration } from './watched-respiration.ts';

const RATE_HZ = 50;
const watched = () =>
  createWatchedRespiration(() => createRespirationRate({ sampleRateHz: RATE_HZ }));

/** A minute of breathing, with the given converter value. @returns the time of its end */
const breathe = (watch: ReturnType<typeof watched>, sentValue: number): number =>
  pushInBlocks(
    {
      push: (taken, timeMs) =>
        watch.push(new Int16Array(taken.length).fill(sentValue), taken, timeMs),
    },
    breathing(60, RATE_HZ, 15),
    RATE_HZ,
  );

describe('createWatchedRespiration', () => {
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

  it('starts over after forget', () => {
    const watch = watched();
    const nowMs = breathe(watch, 100);
    watch.forget();
    expect(watch.read(nowMs).respirationRate.kind).not.toBe('value');
  });
});
