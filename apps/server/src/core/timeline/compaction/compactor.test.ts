import { encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { createRandom, seriesFrames, toStage } from '../../../testing/device-frames.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createBlockCoder } from '../chunks/block-coder.ts';
import { databaseChunkStore } from '../chunks/chunk-store.ts';
import { buildHours, readHours } from '../pyramid/hour-store.ts';
import { createTimeline, type Timeline } from '../timeline.ts';
import { HOUR_US, toHour } from '../pyramid/levels.ts';
import { compact, compactSlots } from './compactor.ts';
import { findRipeSlots } from '../staging/staging-store.ts';

const START_US = 1_760_000_000_000_000;
const log = pino({ level: 'silent' });
const opened: { temporary?: TemporaryDatabase } = {};
const clock = { ms: 1_760_000_000_000, nowMs: () => clock.ms };

beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  await opened.temporary?.drop();
});

const database = (): Database => {
  if (opened.temporary === undefined) throw new Error('no database');
  return opened.temporary.database;
};
const open = (): Timeline => createTimeline({ database: database(), clock, log });
const coder = createBlockCoder();
const run = (settleSeconds: number, slotsPerTransaction = 64) =>
  compact({
    database: database(),
    store: databaseChunkStore,
    coder,
    clock,
    log,
    settleSeconds,
    slotsPerTransaction,
  });
const series = (
  frameCount: number,
  more: { serial?: string; streamId?: number; startUs?: number } = {},
) =>
  seriesFrames({
    startUs: START_US,
    sampleRateHz: 50,
    samplesPerFrame: 50,
    frameCount,
    random: createRandom(1),
    ...more,
  }).map((frame) => ({ ...frame, receivedMs: clock.nowMs() }));
const chunks = () =>
  database().query<{ slot: string; frame_count: number; clock_offset_us: string }>({
    text: 'select slot, frame_count, clock_offset_us from timeline_chunks order by slot, clock_offset_us',
  });

describe('compact', () => {
  it('leaves a slot staged until it has settled, then writes it once', async () => {
    await open().stage(series(25));
    expect(await run(12)).toMatchObject({ slots: 0, chunks: 0 });
    clock.ms += 12_001;
    expect(await run(12)).toEqual({
      slots: 3,
      chunks: 3,
      frames: 25,
      repeatedFrames: 0,
      failedSlots: 0,
    });
    expect((await chunks()).map((chunk) => chunk.frame_count)).toEqual([10, 10, 5]);
  });

  it('compactSlots moves exactly the given slots, settled or not', async () => {
    await open().stage([...series(45), ...series(45, { serial: 'A-2' })]);
    const slots = ['A-1', 'A-2'].flatMap((serial) =>
      [1, 3, 9].map((later) => ({ serial, streamId: 1, slot: START_US / 10_000_000 + later })),
    );
    expect(
      await compactSlots(
        {
          database: database(),
          store: databaseChunkStore,
          coder,
          clock,
          log,
          settleSeconds: 12,
          slotsPerTransaction: 1,
        },
        slots,
      ),
    ).toEqual({ slots: 6, chunks: 4, frames: 40, repeatedFrames: 0, failedSlots: 0 });
    expect(await run(-1)).toMatchObject({ slots: 6, frames: 50 });
  });

  it('merges late frames into the existing chunk', async () => {
    const frames = series(30);
    await open().stage(frames.filter((_, index) => index % 3 !== 1));
    await run(-1);
    await open().stage(frames.filter((_, index) => index % 3 === 1));
    expect(await run(-1)).toMatchObject({ slots: 3, frames: 10 });
    expect((await chunks()).map((chunk) => chunk.frame_count)).toEqual([10, 10, 10]);
  });

  it('moves more slots than one transaction holds, of many streams', async () => {
    const timeline = open();
    await timeline.stage([
      ...series(95),
      ...series(40, { streamId: 2 }),
      ...series(33, { serial: 'A-2' }),
    ]);
    expect(await run(-1, 3)).toEqual({
      slots: 18,
      chunks: 18,
      frames: 168,
      repeatedFrames: 0,
      failedSlots: 0,
    });
    expect(await findRipeSlots(database(), 9e12, 10)).toEqual([]);
  });

  it('separates frames of different clock offsets and channel counts in one slot', async () => {
    const timeline = open();
    const [first, second, third] = series(3);
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('no frames');
    await timeline.stage([first]);
    await timeline.clocks.report('A-1', clock.ms * 1000 + 3_600e6);
    await timeline.stage([
      second,
      toStage(
        'A-1',
        50,
        encodeFrame({
          streamId: 1,
          sequence: 90,
          deviceTimeUs: START_US + 5e6,
          channels: [Int16Array.of(1), Int16Array.of(2)],
        }),
      ),
    ]);
    await run(-1);
    expect(
      (await chunks()).map((chunk) => [Number(chunk.clock_offset_us), chunk.frame_count]),
    ).toEqual([
      [0, 1],
      [3_600e6, 1],
      [3_600e6, 1],
    ]);
    await timeline.stage([first, second, third]);
    await run(-1);
    expect((await chunks()).reduce((sum, chunk) => sum + chunk.frame_count, 0)).toBe(4);
  });

  it('skips a slot that is damaged on disk, and moves the others', async () => {
    const timeline = open();
    await timeline.stage(series(30));
    await database().query({
      text: "update staged_frames set frames = '\\x0102'::bytea where slot = (select min(slot) from staged_frames)",
    });
    expect(await run(-1)).toEqual({
      slots: 2,
      chunks: 2,
      frames: 20,
      repeatedFrames: 0,
      failedSlots: 1,
    });
    expect(await database().query({ text: 'select 1 from staged_frames' })).toHaveLength(1);
  });

  it('skips a stream that another compactor holds, and moves it later', async () => {
    await open().stage([...series(10), ...series(10, { serial: 'A-2' })]);
    await database().transaction(async (queries) => {
      await queries.query({
        text: "select 1 from timeline_streams where serial = 'A-1' for update",
      });
      expect(await run(-1)).toMatchObject({ frames: 10 });
    });
    expect(await run(-1)).toMatchObject({ frames: 10 });
  });

  it('records the maximum span of chunks, so that long ones are found', async () => {
    const timeline = open();
    const slow = encodeFrame({
      streamId: 1,
      sequence: 0,
      deviceTimeUs: START_US,
      channels: [Int16Array.from({ length: 600 }, (_, index) => index)],
    });
    await timeline.stage([toStage('A-1', 1, slow)]);
    await run(-1);
    const [found] = await timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US + 500e6,
      toUs: START_US + 510e6,
    });
    expect([...(found?.channels[0] ?? [])]).toEqual(
      Array.from({ length: 10 }, (_, index) => 500 + index),
    );
  });
});

describe('hours of the pyramid', () => {
  const hour = toHour(START_US);
  const hours = () =>
    readHours(database(), coder, { serial: 'A-1', streamId: 1 }, hour - 1, hour + 2, '10s');

  it('an hour is dirty from its first chunk, built at rest, and dirty again with late frames', async () => {
    const timeline = open();
    await timeline.stage(series(40));
    await run(-1);
    expect(await hours()).toMatchObject({ clean: [], dirtyHours: [hour] });
    expect(await buildHours(database(), databaseChunkStore, coder, clock, 120)).toBe(0);
    clock.ms += 120_001;
    expect(await buildHours(database(), databaseChunkStore, coder, clock, 120)).toBe(1);
    const built = await hours();
    expect(built.dirtyHours).toEqual([]);
    expect(built.clean[0]?.counts.reduce((sum, count) => sum + count, 0)).toBe(2_000);
    await timeline.stage(
      series(10, { startUs: START_US + 60e6 }).map((frame) => ({
        ...frame,
        sequence: frame.sequence + 500,
      })),
    );
    await run(-1);
    expect(await hours()).toMatchObject({ clean: [], dirtyHours: [hour] });
  });

  it('both hours of a chunk that spans them are built, each with its own samples', async () => {
    const boundary = (hour + 1) * HOUR_US;
    const timeline = open();
    await timeline.stage(series(10, { startUs: boundary - 5_500_000 }));
    await run(-1);
    expect((await hours()).dirtyHours).toEqual([hour, hour + 1]);
    await buildHours(database(), databaseChunkStore, coder, clock, -1);
    expect(
      (await hours()).clean
        .map((bins) => bins.counts.reduce((sum, count) => sum + count, 0))
        .reduce((sum, count) => sum + count, 0),
    ).toBe(500);
  });
});
