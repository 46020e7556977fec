import { describe, expect, it } from 'vitest';
import { breathing, pushInBlocks } from '../testing/synthetic-signals.ts';
import { createRespirationRate } from './respiration-rate.ts';
import { createWatchedRespiration } from './watched-respiration.ts';

const RATE_HZ = 50;
const watched = () =>
  createWatchedRespiration(() => createRespirationRate({ sampleRateHz: RATE_HZ }));

/** A minute of breathing, with what the converter sent beside it. @returns the time of its end */
const breathe = (watch: ReturnType<typeof watched>, sentValue: number): number =>
  pushInBlocks(
    {
      push: (taken, timeMs) =>
        watch.push(new Int16Array(taken.length).fill(sentValue), taken, timeMs),
    },
    breathing(60, RATE_HZ, 15),
    RATE_HZ,
  );

describe('a rate of breathing that is watched', () => {
  it('is told with nothing against it while somebody breathes', () => {
    const watch = watched();
    expect(watch.read(breathe(watch, 100))).toMatchObject({
      respirationRate: { kind: 'value' },
      respirationDoubt: null,
    });
  });

  it('is doubted by what was sent, whatever was taken of it', () => {
    const watch = watched();
    expect(watch.read(breathe(watch, 32_767))).toMatchObject({
      respirationRate: { kind: 'value' },
      respirationDoubt: 'saturated',
    });
  });

  it('begins anew once what came before is forgotten', () => {
    const watch = watched();
    const nowMs = breathe(watch, 100);
    watch.forget();
    expect(watch.read(nowMs).respirationRate.kind).not.toBe('value');
  });
});
