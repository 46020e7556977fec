import { NOT_MEASURED } from '@yamori/frames';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createTimeline, type Timeline } from '../timeline.ts';
import type { Bins } from './bins.ts';

const START_US = 1_760_000_003_250_000;
const SECONDS = 3 * 3_600;
const RATE_HZ = 50;
const fixture: { temporary?: TemporaryDatabase; timeline?: Timeline; samples: Int16Array } = {
  samples: new Int16Array(SECONDS * RATE_HZ),
};

/** Three hours with a gap: one part built, one only in chunks, one still staged. */
beforeAll(async () => {
  fixture.temporary = await openTemporaryDatabase();
  const timeline = createTimeline({
    database: fixture.temporary.database,
    clock: { nowMs: () => 1_760_000_000_000 },
    log: pino({ level: 'silent' }),
  });
  fixture.timeline = timeline;
  const frames = seriesFrames({
    startUs: START_US,
    sampleRateHz: RATE_HZ,
    samplesPerFrame: 500,
    frameCount: SECONDS / 10,
    random: createRandom(3),
  }).filter((_, index) => index < 200 || index >= 260);
  await timeline.stage(frames.filter((_, index) => index < 500));
  await timeline.compact(-1e6, -1e6);
  await timeline.stage(frames.filter((_, index) => index >= 500 && index < 900));
  await timeline.compact(-1e6, 1e6);
  await timeline.stage(frames.filter((_, index) => index >= 900));
  fixture.samples.fill(NOT_MEASURED);
  for (const run of await timeline.read({
    serial: 'A-1',
    streamId: 1,
    fromUs: START_US,
    toUs: START_US + SECONDS * 1e6,
  })) {
    fixture.samples.set(
      run.channels[0] ?? [],
      Math.round(((run.firstSampleTimeUs - START_US) * RATE_HZ) / 1e6),
    );
  }
});
afterAll(async () => {
  await fixture.temporary?.drop();
});

function expected(bins: Bins, index: number): { count: number; low: number; high: number } {
  const begin = Math.max(
    0,
    Math.ceil((((bins.firstBin + index) * bins.binUs - START_US) * RATE_HZ) / 1e6),
  );
  const end = Math.max(
    begin,
    Math.ceil((((bins.firstBin + index + 1) * bins.binUs - START_US) * RATE_HZ) / 1e6),
  );
  const own = fixture.samples.subarray(begin, end).filter((value) => value !== NOT_MEASURED);
  return {
    count: own.length,
    low: own.length === 0 ? NOT_MEASURED : Math.min(...own),
    high: own.length === 0 ? NOT_MEASURED : Math.max(...own),
  };
}

describe('readPyramid', () => {
  it.each([
    [20, 'the 2 min level'],
    [300, 'the 10 s level'],
    [4_000, "the chunks' level"],
    [30_000, 'the samples'],
  ])('gives exact extremes with %i points (%s)', async (maxPoints) => {
    const bins = await fixture.timeline?.readPyramid({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + SECONDS * 1e6,
      maxPoints,
    });
    if (bins === undefined) throw new Error('no bins');
    expect(bins.counts.length).toBeLessThanOrEqual(maxPoints + 1);
    expect(bins.counts.length).toBeGreaterThan(maxPoints / 4);
    const wrong = Array.from(bins.counts, (count, index) => ({
      index,
      found: { count, low: bins.minimum[0]?.[index], high: bins.maximum[0]?.[index] },
      wanted: expected(bins, index),
    })).filter(
      ({ found, wanted }) =>
        found.count !== wanted.count || found.low !== wanted.low || found.high !== wanted.high,
    );
    expect(wrong).toEqual([]);
    if (maxPoints >= 300) expect(Array.from(bins.counts)).toContain(0);
  });

  it('gives means between the extremes', async () => {
    const bins = await fixture.timeline?.readPyramid({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + 600e6,
      maxPoints: 40,
    });
    bins?.mean[0]?.forEach((mean, index) => {
      expect(mean).toBeGreaterThanOrEqual(bins.minimum[0]?.[index] ?? mean);
      expect(mean).toBeLessThanOrEqual(bins.maximum[0]?.[index] ?? mean);
    });
  });

  it('gives an empty result for an unknown device', async () => {
    const bins = await fixture.timeline?.readPyramid({
      serial: 'nobody',
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + 60e6,
      maxPoints: 10,
    });
    expect(bins?.counts.every((count) => count === 0)).toBe(true);
    expect(bins?.minimum).toEqual([]);
  });
});
