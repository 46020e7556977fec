import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../testing/device-frames.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { latch } from './device-clocks.ts';
import { createTimeline, type Timeline } from './timeline.ts';

const NOW_MS = 1_760_000_000_000;
const NOW_US = NOW_MS * 1000;
const HOUR_US = 3_600e6;
const fixture: { temporary?: TemporaryDatabase } = {};

const open = (): Timeline => {
  if (fixture.temporary === undefined) throw new Error('no database');
  return createTimeline({
    database: fixture.temporary.database,
    clock: { nowMs: () => NOW_MS },
    log: pino({ level: 'silent' }),
  });
};
beforeEach(async () => {
  fixture.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  await fixture.temporary?.drop();
});

describe('createDeviceClocks', () => {
  it.each([
    ['two hours behind', -2 * HOUR_US],
    ['two hours ahead', 2 * HOUR_US],
    ['in 1970', -NOW_US + 5e6],
    ['in 2038', 389_000_000e6],
  ])(
    'clock %s: frames are placed at server time and keep their own time (T04)',
    async (_name, offUs) => {
      const timeline = open();
      expect(await timeline.clocks.report('A-1', NOW_US + offUs)).toEqual({
        measuredUs: offUs,
        appliedUs: offUs,
        changed: true,
      });
      await timeline.stage(
        seriesFrames({
          startUs: NOW_US + offUs,
          sampleRateHz: 50,
          samplesPerFrame: 50,
          frameCount: 15,
          random: createRandom(1),
        }),
      );
      await timeline.compact(-1e6, -1e6);
      const [run] = await open().read({
        serial: 'A-1',
        streamId: 1,
        fromUs: NOW_US,
        toUs: NOW_US + 20e6,
      });
      expect(run).toMatchObject({ firstSampleTimeUs: NOW_US, clockOffsetUs: offUs });
      expect(run?.channels[0]).toHaveLength(750);
    },
  );

  it('ignores drift, and drops the offset once the clock is right', async () => {
    const timeline = open();
    expect((await timeline.clocks.report('A-1', NOW_US + 60e6)).appliedUs).toBe(0);
    expect((await timeline.clocks.report('A-1', NOW_US + HOUR_US)).appliedUs).toBe(HOUR_US);
    expect((await timeline.clocks.report('A-1', NOW_US + HOUR_US + 100e6)).appliedUs).toBe(HOUR_US);
    expect(open().clocks.offsetUs('A-1')).toBe(0);
    const elsewhere = open();
    await elsewhere.clocks.load(['A-1', 'A-2']);
    expect([elsewhere.clocks.offsetUs('A-1'), elsewhere.clocks.offsetUs('A-2')]).toEqual([
      HOUR_US,
      0,
    ]);
    expect((await timeline.clocks.report('A-1', NOW_US + 1e6)).appliedUs).toBe(0);
  });

  it('rereads an offset that another server may have changed, and keeps its own until then', async () => {
    const [here, there] = [open(), open()];
    await here.clocks.load(['A-1']);
    expect(await there.clocks.report('A-1', NOW_US + HOUR_US)).toMatchObject({ changed: true });
    await here.clocks.load(['A-1']);
    expect(here.clocks.offsetUs('A-1')).toBe(0);
    here.clocks.doubt('A-1');
    expect(here.clocks.offsetUs('A-1')).toBe(0);
    await here.clocks.load(['A-1']);
    expect(here.clocks.offsetUs('A-1')).toBe(HOUR_US);
    // It now holds the same offset, which little drift does not change.
    expect(await here.clocks.report('A-1', NOW_US + HOUR_US + 100e6)).toMatchObject({
      appliedUs: HOUR_US,
      changed: false,
    });
    here.clocks.doubt('A-2');
    expect((await here.clocks.report('A-2', NOW_US)).appliedUs).toBe(0);
  });

  it('keeps the offset of a report that arrived during an older read', async () => {
    const timeline = open();
    await timeline.clocks.load(['A-1']);
    timeline.clocks.doubt('A-1');
    const reading = timeline.clocks.load(['A-1']);
    await Promise.all([reading, timeline.clocks.report('A-1', NOW_US + HOUR_US)]);
    expect(timeline.clocks.offsetUs('A-1')).toBe(HOUR_US);
  });

  it('recognises a repeated frame after its clock was corrected', async () => {
    const timeline = open();
    const frames = seriesFrames({
      startUs: NOW_US + HOUR_US,
      sampleRateHz: 50,
      samplesPerFrame: 50,
      frameCount: 10,
      random: createRandom(1),
    });
    await timeline.stage(frames);
    await timeline.compact(-1e6, -1e6);
    await timeline.clocks.report('A-1', NOW_US + HOUR_US);
    expect(await open().stage(frames)).toEqual(frames.map(() => false));
  });

  it('changes a held offset only when it is wrong by more than the limit', () => {
    expect(latch(0, 299, 300)).toBe(0);
    expect(latch(0, 301, 300)).toBe(301);
    expect(latch(1_000, 1_299, 300)).toBe(1_000);
    expect(latch(1_000, 1_301, 300)).toBe(1_301);
    expect(latch(-1_000, 20, 300)).toBe(0);
  });
});
