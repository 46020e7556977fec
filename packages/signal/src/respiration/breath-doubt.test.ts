import { describe, expect, it } from 'vitest';
import { noReading, uncertainReading, valueReading } from '../reading/reading.ts';
import { breathing, joinSamples, pushInBlocks } from '../testing/synthetic-signals.ts';
import { breathDoubt } from './breath-doubt.ts';
import { createRespirationRate } from './respiration-rate.ts';

/** The reading and its doubt after a minute of breathing and a pause. */
function afterPause(perMinute: number, pauseSeconds: number) {
  const rate = createRespirationRate({ sampleRateHz: 50 });
  const nowMs = pushInBlocks(
    rate,
    joinSamples(breathing(60, 50, perMinute), new Float32Array(50 * pauseSeconds)),
    50,
  );
  const reading = rate.read(nowMs);
  return { reading, doubt: breathDoubt(reading, rate.lastBreathMs(), 0) };
}

describe('breathDoubt', () => {
  it.each([6, 12, 20, 40])('returns null during breathing at %d a minute', (perMinute) => {
    expect(afterPause(perMinute, 0)).toMatchObject({ reading: { kind: 'value' }, doubt: null });
  });

  it('reports flat after ten seconds, while the estimator still covers earlier breaths', () => {
    expect(afterPause(15, 5).doubt).toBeNull();
    const { reading, doubt } = afterPause(15, 14);
    expect([reading.kind, doubt]).toEqual(['value', 'flat']);
  });

  it('allows slow breathing the time of two breaths', () => {
    const at = (pauseMs: number) => breathDoubt(valueReading(6, 1, 100_000), 100_000 - pauseMs, 0);
    expect([at(19_000), at(21_000)]).toEqual([null, 'flat']);
  });

  it.each([valueReading(14, 1, 0), uncertainReading('irregular', 0)])(
    'reports saturation first: %j',
    (reading) => {
      expect([breathDoubt(reading, 0, 0.1), breathDoubt(reading, 0, 0.09)]).toEqual([
        'saturated',
        null,
      ]);
    },
  );

  it('returns null where nothing is measured', () =>
    expect(breathDoubt(noReading, Number.NaN, 1)).toBeNull());
});
