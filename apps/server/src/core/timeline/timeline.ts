import { randomUUID } from 'node:crypto';
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
import {
  createLogNumbers,
  createStagingLog,
  entryOf,
  type StagingLog,
} from './staging/staging-log.ts';
import { readSlotFrames, type StoredFrame } from './slot-frames.ts';
import {
  identityOf,
  streamName,
  type Clock,
  type FrameToStage,
  type SlotKey,
} from './timeline-frame.ts';

export type TimelineOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store?: ChunkStore;
  readonly limits?: Partial<TimelineLimits>;
  /** Names this process in the staging log; left out: a name of its own. */
  readonly serverId?: string;
};

type StageOptions = {
  /** Writes in the same transaction. */
  readonly also?: ((queries: Queries) => Promise<void>) | undefined;
  /**
   * Notes the frames in the staging log, for the rules of rooms. Calls with it run one after the
   * other.
   */
  readonly isLogged?: boolean;
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
   * Makes frames durable, in one transaction with what `also` writes; resolves after the
   * commit. A frame that is stored already is left out. @returns for each frame whether it was new.
   */
  readonly stage: (frames: readonly FrameToStage[], options?: StageOptions) => Promise<boolean[]>;
  /**
   * Samples of [fromUs, toUs) without their gaps; staged ones included. Holds the whole range in
   * memory.
   */
  readonly read: (range: StreamRange) => Promise<TimelineRun[]>;
  /** Whole frames of slots of any streams, staged or not. A damaged part is left out and logged. */
  readonly readSlots: (slots: readonly SlotKey[]) => Promise<StoredFrame[]>;
  /** Frames of whole chunks that touch the range, with fixed memory. */
  readonly readFrames: (range: StreamRange) => AsyncGenerator<TimelineFrame>;
  readonly readPyramid: (range: PyramidRange) => Promise<Bins>;
  readonly stagingLog: StagingLog;
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
  const serverId = options.serverId ?? randomUUID();
  const numbers = createLogNumbers(database, serverId);
  const state: { thread: CompactionThread | null } = { thread: null };
  const clocks = createDeviceClocks(database, clock, limits.clockLimitSeconds);

  async function stage(
    frames: readonly FrameToStage[],
    { also, isLogged = false }: StageOptions = {},
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
    const number = isLogged && fresh.length > 0 ? await numbers.next() : null;
    const entry = number === null ? null : entryOf(serverId, number, fresh);
    const write = async (commit: StagedCommit): Promise<void> => {
      const all = async (queries: Queries): Promise<void> => {
        if (streams.length > 0) await noteStreams(queries, streams);
        if (fresh.length > 0) await insertStaged(queries, commit, entry);
        await also?.(queries);
      };
      // A lone statement commits by itself: two round trips less.
      if (also === undefined && streams.length === 0) await all(database);
      else await database.transaction(all);
    };
    try {
      await inSharedRoom(fresh, write);
    } catch (error) {
      if (number !== null) numbers.failed();
      throw error;
    }
    if (number !== null) numbers.committed(number);
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
    readSlots: (slots) => readSlotFrames({ database, store, coder, log }, slots),
    readFrames: (range) => readFrames(database, store, coder, range),
    readPyramid: (range) => readPyramid(database, store, coder, range),
    stagingLog: createStagingLog(database),
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
