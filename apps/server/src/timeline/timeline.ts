import type { Logger } from 'pino';
import type { Database, Queries } from '../database/database.ts';
import { createBlockCoder } from './chunks/block-coder.ts';
import { databaseChunkStore, type ChunkStore } from './chunks/chunk-store.ts';
import { startCompactionThread, type CompactionThread } from './compaction/compaction-thread.ts';
import { compact, type CompactionReport } from './compaction/compactor.ts';
import { readCoverage, type StreamCoverage } from './coverage.ts';
import { createDeviceAssignments, type DeviceAssignments } from './device-assignments.ts';
import { createDeviceClocks, type DeviceClocks } from './device-clocks.ts';
import { readFrames, type StreamRange, type TimelineFrame } from './frame-reader.ts';
import type { Bins } from './pyramid/bins.ts';
import { buildHours } from './pyramid/hour-store.ts';
import { readPyramid, type PyramidRange } from './pyramid/pyramid-reader.ts';
import { joinRuns, type TimedFrame, type TimelineRun } from './sample-runs.ts';
import { createKnownFrames } from './staging/known-frames.ts';
import {
  bytesOf,
  insertStaged,
  noteStreams,
  packCommit,
  type StagedCommit,
} from './staging/staging-store.ts';
import { identityOf, streamName, type Clock, type FrameToStage } from './timeline-frame.ts';

export type TimelineOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store?: ChunkStore;
  readonly limits?: Partial<TimelineLimits>;
};

export type TimelineLimits = {
  /** A slot stays staged this long after its first frame. */
  readonly settleSeconds: number;
  /** An hour's coarse levels are built when nothing came to it for this long. */
  readonly restSeconds: number;
  readonly compactEverySeconds: number;
  /** A device clock that is off by more is corrected on the timeline. */
  readonly clockLimitSeconds: number;
  /** Bytes just staged that the compaction thread keeps in memory; what is beyond is read again. */
  readonly keptBytes: number;
};

export const TIMELINE_LIMITS: TimelineLimits = {
  settleSeconds: 12,
  restSeconds: 120,
  compactEverySeconds: 2,
  clockLimitSeconds: 300,
  keptBytes: 64 * 1024 * 1024,
};

/**
 * Raw data of all devices: what is staged is durable, what is read is whole, whoever of the servers
 * asks.
 */
export type Timeline = {
  /**
   * Makes frames durable, in one transaction with whatever `also` writes; resolves after the
   * commit. A frame that is stored already is left out. @returns for each frame whether it was new.
   */
  readonly stage: (
    frames: readonly FrameToStage[],
    also?: (queries: Queries) => Promise<void>,
  ) => Promise<boolean[]>;
  /**
   * Samples of [fromUs, toUs) without their gaps; staged ones included. Holds the whole range in
   * memory.
   */
  readonly read: (range: StreamRange) => Promise<TimelineRun[]>;
  /** Frames of whole chunks that touch the range, with fixed memory. */
  readonly readFrames: (range: StreamRange) => AsyncGenerator<TimelineFrame>;
  readonly readPyramid: (range: PyramidRange) => Promise<Bins>;
  readonly coverage: (serial: string, fromUs: number, toUs: number) => Promise<StreamCoverage[]>;
  readonly clocks: DeviceClocks;
  readonly assignments: DeviceAssignments;
  /** One pass, here: everything ripe into chunks, everything at rest into the coarse levels. */
  readonly compact: (settleSeconds?: number, restSeconds?: number) => Promise<CompactionReport>;
  /** Passes from now on, in a thread with connections of its own to the same database. */
  readonly startCompactor: (databaseUrl: string) => CompactionThread;
};

export function createTimeline(options: TimelineOptions): Timeline {
  const { database, clock, log } = options;
  const store = options.store ?? databaseChunkStore;
  const limits = { ...TIMELINE_LIMITS, ...options.limits };
  const coder = createBlockCoder();
  const known = createKnownFrames(database, store);
  const state: { thread: CompactionThread | null } = { thread: null };
  const clocks = createDeviceClocks(database, clock, limits.clockLimitSeconds);

  async function stage(
    frames: readonly FrameToStage[],
    also?: (queries: Queries) => Promise<void>,
  ): Promise<boolean[]> {
    if (frames.length > 0) {
      await clocks.load(frames.map((frame) => frame.serial));
      await known.load(frames);
    }
    const within = new Set<string>();
    const isNew = frames.map((frame) => {
      const name = `${identityOf(frame)}/${streamName(frame)}`;
      if (known.has(frame) || within.has(name)) return false;
      within.add(name);
      return true;
    });
    const fresh = frames.filter((_, index) => isNew[index]);
    const streams = known.newStreams(fresh);
    const write = async (commit: StagedCommit): Promise<void> => {
      const all = async (queries: Queries): Promise<void> => {
        if (streams.length > 0) await noteStreams(queries, streams);
        if (fresh.length > 0) await insertStaged(queries, commit);
        await also?.(queries);
      };
      // A lone statement commits by itself: two round trips less.
      if (also === undefined && streams.length === 0) await all(database);
      else await database.transaction(all);
    };
    await inSharedRoom(fresh, write);
    known.remember(fresh);
    return isNew;
  }

  /**
   * Where the compaction thread has room for the frames they are written there, and it gets them
   * when they are durable.
   */
  async function inSharedRoom(
    frames: readonly FrameToStage[],
    write: (commit: StagedCommit) => Promise<void>,
  ): Promise<void> {
    const { thread } = state;
    const room = thread?.reserve(bytesOf(frames)) ?? null;
    const commit = packCommit(frames, clocks.offsetUs, room?.bytes);
    try {
      await write(commit);
    } catch (error) {
      if (room !== null) thread?.release(room);
      throw error;
    }
    if (room !== null) thread?.offer(room, commit.batches);
  }

  async function read(range: StreamRange): Promise<TimelineRun[]> {
    const frames: TimedFrame[] = [];
    for await (const frame of readFrames(database, store, coder, range)) frames.push(frame);
    return joinRuns(frames, range.fromUs, range.toUs);
  }

  async function pass(
    settleSeconds = limits.settleSeconds,
    restSeconds = limits.restSeconds,
  ): Promise<CompactionReport> {
    const report = await compact({ database, store, coder, clock, log, settleSeconds });
    await buildHours(database, store, coder, clock, restSeconds);
    return report;
  }

  return {
    stage,
    read,
    readFrames: (range) => readFrames(database, store, coder, range),
    readPyramid: (range) => readPyramid(database, store, coder, range),
    coverage: (serial, fromUs, toUs) => readCoverage(database, serial, fromUs, toUs),
    clocks,
    assignments: createDeviceAssignments(database),
    compact: pass,
    startCompactor(databaseUrl) {
      const {
        settleSeconds,
        restSeconds,
        compactEverySeconds: everySeconds,
        keptBytes: keptBytesMost,
      } = limits;
      state.thread = startCompactionThread({
        databaseUrl,
        log,
        nowMs: clock.nowMs,
        settleSeconds,
        restSeconds,
        everySeconds,
        keptBytesMost,
      });
      return state.thread;
    },
  };
}
