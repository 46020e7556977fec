import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createTimeline, type Timeline } from '../timeline.ts';
import type { FrameToStage } from '../timeline-frame.ts';
import { startCompactionThread, type CompactionThread } from './compaction-thread.ts';

const START_US = 1_760_000_000_000_000;
const NEVER_SECONDS = 1e6;
const EVERYTHING = -1e6;
const opened: { temporary?: TemporaryDatabase; threads: CompactionThread[]; logged: string[] } = {
  threads: [],
  logged: [],
};
const log = pino({ level: 'info' }, { write: (line: string) => opened.logged.push(line) });

beforeEach(async () => {
  Object.assign(opened, { temporary: await openTemporaryDatabase(), threads: [], logged: [] });
});
afterEach(async () => {
  for (const thread of opened.threads) await thread.close();
  await opened.temporary?.drop();
});

const temporary = (): TemporaryDatabase => opened.temporary ?? expect.fail('no database');
const openTimeline = (limits = {}): Timeline =>
  createTimeline({
    database: temporary().database,
    clock: { nowMs: () => Date.now() },
    log,
    limits: { settleSeconds: NEVER_SECONDS, compactEverySeconds: NEVER_SECONDS, ...limits },
  });
const openCompactor = (timeline: Timeline): CompactionThread =>
  remember(timeline.startCompactor(temporary().url));
function remember(thread: CompactionThread): CompactionThread {
  opened.threads.push(thread);
  return thread;
}
const series = (serial: string, frameCount: number, channelCount = 1): FrameToStage[] =>
  seriesFrames({
    serial,
    startUs: START_US,
    sampleRateHz: 50,
    samplesPerFrame: 50,
    frameCount,
    channelCount,
    random: createRandom(7),
  }).map((frame) => ({ ...frame, receivedMs: Date.now() }));

async function countRows(table: 'staged_frames' | 'timeline_chunks'): Promise<number> {
  const [row] = await temporary().database.query<{ count: number }>({
    text: `select count(*)::int as count from ${table}`,
  });
  return row?.count ?? 0;
}

async function listFrames(serial: string): Promise<string[]> {
  const found: string[] = [];
  for await (const frame of openTimeline().readFrames({
    serial,
    streamId: 1,
    fromUs: 0,
    toUs: 4e15,
  }))
    found.push(`${frame.sequence} ${frame.channels.map((samples) => samples.join()).join(';')}`);
  return found.sort();
}

describe('startCompactionThread', () => {
  it('moves a slot as soon as it is full, from the frames in shared memory', async () => {
    const timeline = openTimeline();
    const thread = openCompactor(timeline);
    await timeline.stage(series('A-1', 12));
    expect(thread.keptBytes()).toBeGreaterThan(0);
    await expect
      .poll(async () => [await countRows('timeline_chunks'), await countRows('staged_frames')])
      .toEqual([1, 1]);
    // The full slot and the next two frames are in one commit, which stays in memory until both are
    // moved.
    expect(thread.keptBytes()).toBeGreaterThan(0);
    await thread.pass(EVERYTHING, EVERYTHING);
    expect(await countRows('staged_frames')).toBe(0);
    await expect.poll(() => thread.keptBytes()).toBe(0);
  });

  it('moves the same frames from memory and from the database', async () => {
    const seen: string[][] = [];
    for (const [serial, keptBytes] of [
      ['A-1', 64e6],
      ['A-2', 0],
      ['A-3', 5_000],
    ] as const) {
      const timeline = openTimeline({ keptBytes });
      const thread = openCompactor(timeline);
      for (const frame of series(serial, 35)) await timeline.stage([frame]);
      expect(thread.keptBytes()).toBeLessThanOrEqual(keptBytes);
      expect(await thread.pass(EVERYTHING, EVERYTHING)).toMatchObject({
        repeatedFrames: 0,
        failedSlots: 0,
      });
      expect(await countRows('staged_frames')).toBe(0);
      await expect.poll(() => thread.keptBytes()).toBe(0);
      seen.push(await listFrames(serial));
    }
    expect(seen[0]).toHaveLength(35);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('restarts after a death in the middle of a move, and neither loses nor duplicates frames', async () => {
    const timeline = openTimeline();
    const workers: Worker[] = [];
    const thread = remember(
      startCompactionThread({
        databaseUrl: temporary().url,
        log,
        settleSeconds: NEVER_SECONDS,
        restSeconds: NEVER_SECONDS,
        everySeconds: NEVER_SECONDS,
        nowMs: () => Date.now(),
        maxKeptBytes: 64e6,
        onStarted: (worker) => workers.push(worker),
      }),
    );
    const frames: FrameToStage[][] = [];
    for (const [round, delayMs] of [1, 20, 80].entries()) {
      for (let number = 0; number < 6; number++) {
        const own = series(`A-${round}-${number}`, 120, 4);
        frames.push(own);
        await timeline.stage(own);
      }
      const cut = thread.pass(EVERYTHING, EVERYTHING).then(
        () => 'passed',
        (error: Error) => error.message,
      );
      await wait(delayMs);
      await workers[round]?.terminate();
      expect(['the compaction thread ended', 'passed']).toContain(await cut);
      await expect.poll(() => workers).toHaveLength(round + 2);
    }
    expect(await thread.pass(EVERYTHING, EVERYTHING)).toMatchObject({
      repeatedFrames: 0,
      failedSlots: 0,
    });
    // A connection of the dead thread may hold its streams until PostgreSQL notices.
    await vi.waitFor(
      async () => {
        await thread.pass(EVERYTHING, EVERYTHING);
        expect(await countRows('staged_frames')).toBe(0);
      },
      { timeout: 120_000 },
    );
    for (const own of frames)
      expect(await listFrames(own[0]?.serial ?? '')).toHaveLength(own.length);
    expect(opened.logged.join('')).toContain('restarting');
  });

  it('continues after a database outage, and logs it', async () => {
    const timeline = openTimeline({ compactEverySeconds: 0.1 });
    const thread = openCompactor(timeline);
    await timeline.stage(series('A-1', 20));
    await temporary().database.query({ text: 'alter table staged_frames rename to hidden' });
    await expect.poll(() => opened.logged.join('')).toContain('compaction failed');
    await temporary().database.query({ text: 'alter table hidden rename to staged_frames' });
    expect(await thread.pass(EVERYTHING, EVERYTHING)).toMatchObject({ failedSlots: 0 });
    expect(await listFrames('A-1')).toHaveLength(20);
    expect(await countRows('staged_frames')).toBe(0);
  });

  it('finishes its pass before it closes, and rejects later ones', async () => {
    const timeline = openTimeline();
    const thread = openCompactor(timeline);
    await timeline.stage(series('A-1', 200));
    const passing = thread.pass(EVERYTHING, EVERYTHING);
    await thread.close();
    expect(await passing).toMatchObject({ failedSlots: 0 });
    expect(await countRows('staged_frames')).toBe(0);
    await expect(thread.pass(0, 0)).rejects.toThrow('compaction thread');
    expect([thread.reserve(3), thread.keptBytes()]).toEqual([null, 0]);
  });

  it('leaves the main thread almost no work', async () => {
    const timeline = openTimeline({ keptBytes: 0 });
    const thread = openCompactor(timeline);
    await thread.pass(EVERYTHING, EVERYTHING);
    for (let number = 0; number < 4; number++) await timeline.stage(series(`A-${number}`, 200, 64));
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    expect(await thread.pass(EVERYTHING, EVERYTHING)).toMatchObject({ frames: 800 });
    const [ownUsed, allUsed] = [process.threadCpuUsage(own), process.cpuUsage(all)];
    // If packing happened here, nearly all time would be here. Other work of this thread counts
    // too.
    expect(ownUsed.user + ownUsed.system).toBeLessThan(0.5 * (allUsed.user + allUsed.system));
  });
});
