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
import { createDedupCache } from './staging/dedup-cache.ts';
import {
  sumBytes,
  insertStaged,
  recordStreams,
  packCommit,
  type StagedCommit,
} from './staging/staging-store.ts';
import {
  createLogNumbers,
  createStagingLog,
  toLogEntry,
  type StagingLog,
} from './staging/staging-log.ts';
import { readSlotFrames, type StoredFrame } from './slot-frames.ts';
import {
  getFrameKey,
  streamName,
  type Clock,
  type FrameToStage,
  type SlotKey,
} from './timeline-frame.ts';

type TimelineOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store?: ChunkStore;
  readonly limits?: Partial<TimelineLimits>;
  /** Name of this process in the staging log; random by default. */
  readonly serverId?: string;
};

type StageOptions = {
  /** Writes within the same transaction. */
  readonly also?: ((queries: Queries) => Promise<void>) | undefined;
  /** Adds the frames to the staging log, for alarm rules. Such calls must be sequential. */
  readonly isLogged?: boolean;
};

type TimelineLimits = {
  /** A slot stays staged this long after its first frame. */
  readonly settleSeconds: number;
  /** Coarse levels of an hour are built after this long without changes. */
  readonly restSeconds: number;
  readonly compactEverySeconds: number;
  /** Device clocks that are off by more are corrected. */
  readonly clockLimitSeconds: number;
  /** Recently staged bytes in the compaction thread's memory; further ones are read again. */
  readonly keptBytes: number;
};

const TIMELINE_LIMITS: TimelineLimits = {
  settleSeconds: 12,
  restSeconds: 120,
  compactEverySeconds: 2,
  clockLimitSeconds: 300,
  keptBytes: 64 * 1024 * 1024,
};

/** Raw data of all devices. Staged frames are durable; reads are complete on every server. */
export type Timeline = {
  /**
   * Commits frames in one transaction with the writes of `also`; skips frames that are already
   * stored. Returns for each frame whether it was new.
   */
  readonly stage: (frames: readonly FrameToStage[], options?: StageOptions) => Promise<boolean[]>;
  /** Samples of [fromUs, toUs) as runs, including staged ones. Holds the whole range in memory. */
  readonly read: (range: StreamRange) => Promise<TimelineRun[]>;
  /** Whole frames of slots, staged or not. Omits and logs damaged parts. */
  readonly readSlots: (slots: readonly SlotKey[]) => Promise<StoredFrame[]>;
  /** Frames of all chunks that touch the range, in bounded memory. */
  readonly readFrames: (range: StreamRange) => AsyncGenerator<TimelineFrame>;
  readonly readPyramid: (range: PyramidRange) => Promise<Bins>;
  readonly stagingLog: StagingLog;
  readonly coverage: (serial: string, fromUs: number, toUs: number) => Promise<StreamCoverage[]>;
  readonly clocks: DeviceClocks;
  readonly assignments: DeviceAssignments;
  /** Runs one pass in this thread: moves settled slots into chunks and builds coarse levels. */
  readonly compact: (settleSeconds?: number, restSeconds?: number) => Promise<CompactionReport>;
  /** Runs passes from now on, in a thread with its own connections to this database. */
  readonly startCompactor: (databaseUrl: string) => CompactionThread;
};

export function createTimeline(options: TimelineOptions): Timeline {
  const { database, clock, log } = options;
  const store = options.store ?? databaseChunkStore;
  const limits = { ...TIMELINE_LIMITS, ...options.limits };
  const coder = createBlockCoder();
  const known = createDedupCache(database, store);
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
      const name = `${getFrameKey(frame)}/${streamName(frame)}`;
      if (known.has(frame) || within.has(name)) return false;
      within.add(name);
      return true;
    });
    const fresh = frames.filter((_, index) => isNew[index]);
    const streams = known.newStreams(fresh);
    const number = isLogged && fresh.length > 0 ? await numbers.next() : null;
    const entry = number === null ? null : toLogEntry(serverId, number, fresh);
    const write = async (commit: StagedCommit): Promise<void> => {
      const all = async (queries: Queries): Promise<void> => {
        if (streams.length > 0) await recordStreams(queries, streams);
        if (fresh.length > 0) await insertStaged(queries, commit, entry);
        await also?.(queries);
      };
      // A single statement commits itself and saves two round trips.
      if (also === undefined && streams.length === 0) await all(database);
      else await database.transaction(all);
    };
    try {
      await writeShared(fresh, write);
    } catch (error) {
      if (number !== null) numbers.failed();
      throw error;
    }
    if (number !== null) numbers.committed(number);
    known.remember(fresh);
    return isNew;
  }

  /**
   * Writes the frames to memory shared with the compaction thread if there is room, and hands them
   * over after the commit.
   */
  async function writeShared(
    frames: readonly FrameToStage[],
    write: (commit: StagedCommit) => Promise<void>,
  ): Promise<void> {
    const { thread } = state;
    const room = thread?.reserve(sumBytes(frames)) ?? null;
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
        keptBytes: maxKeptBytes,
      } = limits;
      state.thread = startCompactionThread({
        databaseUrl,
        log,
        nowMs: clock.nowMs,
        settleSeconds,
        restSeconds,
        everySeconds,
        maxKeptBytes,
      });
      return state.thread;
    },
  };
}
