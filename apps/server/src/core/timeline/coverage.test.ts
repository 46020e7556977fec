import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames, toStage } from '../../testing/device-frames.ts';
import { encodeFrame } from '@yamori/frames';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import type { FrameToStage } from './timeline-frame.ts';

/** The start of a chunk. */
const START_US = 1_760_000_000_000_000;
const fixture: { temporary?: TemporaryDatabase; timeline?: Timeline } = {};
beforeEach(async () => {
  fixture.temporary = await openTemporaryDatabase();
  fixture.timeline = createTimeline({
    database: fixture.temporary.database,
    clock: { nowMs: () => START_US / 1000 },
    log: pino({ level: 'silent' }),
  });
});
afterEach(async () => {
  await fixture.temporary?.drop();
});

const timeline = (): Timeline => fixture.timeline ?? expect.fail('no timeline');
const compactAll = () => timeline().compact(-1e6, -1e6);
const seconds = (
  count: number,
  more: { streamId?: number; startUs?: number; sampleRateHz?: number } = {},
): FrameToStage[] =>
  seriesFrames({
    startUs: START_US,
    sampleRateHz: 50,
    samplesPerFrame: more.sampleRateHz ?? 50,
    frameCount: count,
    random: createRandom(1),
    ...more,
  });
const intervals = async (fromUs = 0, toUs = 4e15) =>
  (await timeline().coverage('A-1', fromUs, toUs)).map((stream) => [
    stream.streamId,
    ...stream.intervals.map((part) => [
      (part.fromUs - START_US) / 1e6,
      (part.toUs - START_US) / 1e6,
    ]),
  ]);

describe('readCoverage', () => {
  it('gives the same result before and after compaction', async () => {
    await timeline().stage([
      ...seconds(25),
      ...seconds(40, { streamId: 2, startUs: START_US + 100e6 }),
    ]);
    const staged = await timeline().coverage('A-1', 0, 4e15);
    expect(
      staged.map((stream) => [
        stream.streamId,
        stream.frameCount,
        stream.sampleCount,
        stream.coveredSeconds,
      ]),
    ).toEqual([
      [1, 25, 1_250, 25],
      [2, 40, 2_000, 40],
    ]);
    await compactAll();
    expect(await timeline().coverage('A-1', 0, 4e15)).toEqual(staged);
  });

  it('joins stretches within 2 s, and shows longer gaps', async () => {
    await timeline().stage([
      ...seconds(10),
      ...seconds(10, { startUs: START_US + 12e6 }),
      ...seconds(10, { startUs: START_US + 30e6 }),
    ]);
    await compactAll();
    expect(await intervals()).toEqual([[1, [0, 22], [30, 40]]]);
  });

  it('counts chunks that begin in the range, so adjacent ranges count nothing twice', async () => {
    await timeline().stage(seconds(60));
    await compactAll();
    const cuts = [0, 7e6, 10e6, 33_333_333, 50e6, 60e6];
    let samples = 0;
    for (const [index, toUs] of cuts.slice(1).entries()) {
      const [stream] = await timeline().coverage(
        'A-1',
        START_US + (cuts[index] ?? 0),
        START_US + toUs,
      );
      samples += stream?.sampleCount ?? 0;
    }
    expect(samples).toBe(3_000);
  });

  it('counts a late frame once it is stored, staged or not', async () => {
    await timeline().stage(seconds(30).filter((_, index) => index !== 15));
    await compactAll();
    expect(await timeline().coverage('A-1', 0, 4e15)).toMatchObject([
      { frameCount: 29, coveredSeconds: 29 },
    ]);
    await timeline().stage(seconds(30).slice(15, 16));
    expect(await timeline().coverage('A-1', 0, 4e15)).toMatchObject([
      { frameCount: 30, coveredSeconds: 30 },
    ]);
    await compactAll();
    expect(await timeline().coverage('A-1', 0, 4e15)).toMatchObject([
      { frameCount: 30, coveredSeconds: 30 },
    ]);
    expect(await intervals()).toEqual([[1, [0, 30]]]);
  });

  it('merges overlapping stretches', async () => {
    await timeline().stage([
      ...seconds(10),
      ...seconds(4, { startUs: START_US + 2e6 }).map((frame) => ({
        ...frame,
        sequence: frame.sequence + 900,
      })),
    ]);
    expect(await intervals()).toEqual([[1, [0, 10]]]);
  });

  it('reports no seconds for events, and nothing for an unknown device', async () => {
    await timeline().stage(
      [0, 30e6].map((afterUs, sequence) =>
        toStage(
          'A-1',
          0,
          encodeFrame({
            streamId: 9,
            sequence,
            deviceTimeUs: START_US + afterUs,
            channels: [Int16Array.of(1)],
          }),
        ),
      ),
    );
    expect(await timeline().coverage('A-1', 0, 4e15)).toMatchObject([
      { streamId: 9, sampleRateHz: 0, frameCount: 2, sampleCount: 2, coveredSeconds: 0 },
    ]);
    expect(await intervals()).toEqual([[9, [0, 0], [30, 30]]]);
    expect(await timeline().coverage('nobody', 0, 4e15)).toEqual([]);
    expect(await intervals(START_US + 1, START_US + 30e6)).toEqual([]);
  });
});
