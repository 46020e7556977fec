import { describe, expect, it } from 'vitest';
import { openSharedClock } from './shared-clock.ts';

const START_MS = 1_800_000_000_000;

/** `slowAnswersMs`: round trips of the first measurements, spent after the clock was read. */
async function aClock(slowAnswersMs: readonly number[] = []) {
  const real = { elapsedMs: 5_000, machineStepMs: 0, databaseStepMs: 0, answerMs: 20 };
  const slow = [...slowAnswersMs];
  const clock = await openSharedClock({
    elapsedMs: () => real.elapsedMs,
    machineMs: () => START_MS + real.elapsedMs + real.machineStepMs,
    readDatabaseMs: async () => {
      const slowMs = slow.shift();
      if (slowMs !== undefined) {
        const readMs = START_MS + real.elapsedMs;
        real.elapsedMs += slowMs;
        return readMs;
      }
      real.elapsedMs += real.answerMs / 2;
      const databaseMs = START_MS + real.elapsedMs + real.databaseStepMs;
      real.elapsedMs += real.answerMs / 2;
      return databaseMs;
    },
  });
  const trueNow = () => START_MS + real.elapsedMs;
  return { real, clock, trueNow };
}

describe('openSharedClock', () => {
  it('follows the database clock, corrected by half the round trip', async () => {
    const { clock, trueNow } = await aClock();
    expect(clock.now().getTime()).toBe(trueNow());
  });

  it('ignores a step of the machine clock, and reports the difference', async () => {
    const { real, clock, trueNow } = await aClock();
    for (const stepMs of [3_600_000, -3_600_000]) {
      real.machineStepMs = stepMs;
      real.elapsedMs += 60_000;
      await clock.measure();
      expect(clock.now().getTime()).toBe(trueNow());
      expect(clock.state().machineAheadMs).toBe(stepMs);
    }
  });

  it('never decreases, and follows a stepped database clock by 5 ms a second', async () => {
    const { real, clock, trueNow } = await aClock();
    real.databaseStepMs = -1_000;
    await clock.measure();
    let lastMs = clock.now().getTime();
    for (let second = 1; second <= 300; second += 1) {
      real.elapsedMs += 1_000;
      const nowMs = clock.now().getTime();
      expect(nowMs).toBeGreaterThan(lastMs);
      lastMs = nowMs;
      if (second === 100) expect(trueNow() - nowMs).toBeCloseTo(500, -1);
    }
    expect(trueNow() - lastMs).toBeCloseTo(1_000, -1);
    expect(clock.state().databaseAheadMs).toBeCloseTo(0);
  });

  it('follows a database clock that jumps forward immediately, as after a suspend', async () => {
    const { real, clock, trueNow } = await aClock();
    for (const jumpMs of [8 * 3_600_000, 8 * 3_600_000 + 1_500]) {
      real.databaseStepMs = jumpMs;
      await clock.measure();
      expect(clock.now().getTime()).toBe(trueNow() + jumpMs);
      expect(clock.state().databaseAheadMs).toBe(0);
    }
  });

  it('reports the size of a step backward of the database clock', async () => {
    const { real, clock } = await aClock();
    real.databaseStepMs = -3_600_000;
    await clock.measure();
    expect(clock.state().databaseAheadMs).toBeCloseTo(-3_600_000, -2);
  });

  it('starts with an exact measurement, or with the fastest of several', async () => {
    // The reply takes the whole round trip, so an estimate is off by half of it.
    const late = await aClock([4_000, 3_000, 20]);
    expect(late.trueNow() - late.clock.now().getTime()).toBe(10);
    const slow = await aClock([4_000, 2_000, 3_000, 3_000, 3_000, 20]);
    expect(slow.trueNow() - slow.clock.now().getTime()).toBe(1_000);
  });

  it('ignores slow measurements', async () => {
    const { real, clock, trueNow } = await aClock();
    real.answerMs = 4_000;
    real.databaseStepMs = 60_000;
    await clock.measure();
    real.elapsedMs += 60_000;
    expect(clock.now().getTime()).toBe(trueNow());
  });
});
