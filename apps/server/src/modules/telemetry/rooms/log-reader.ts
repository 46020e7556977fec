import { sequenceDistance } from '@yamori/frames';
import type { StoredFrame } from '../../../core/timeline/slot-frames.ts';
import type { LogEntry, LogHead } from '../../../core/timeline/staging/staging-log.ts';
import {
  advance,
  byReceipt,
  ENTRY_PAGE_SIZE,
  findGap,
  uniqueSlots,
  type LogReaderOptions,
  type LogEngine,
} from './log-reading.ts';
import type { MissedFrames, RoomObserver } from './room-facts.ts';
import { lowestCursor, type Cursor } from './shard-rules.ts';
import { createTakeOver, type TakenShards } from './take-over.ts';

type LogObserver = Pick<RoomObserver, 'hasUnstored' | 'missed'>;

/**
 * Reads the staging log for the rooms of this server: hands their monitors the frames that did not
 * arrive over the Bus, and replays the frames from before a room was taken over.
 */
export type LogReader = {
  /** Starts at the end of the log. Call it once, before this server takes rooms. */
  readonly start: () => Promise<void>;
  /** Adds shards that this server now owns. */
  readonly taken: (taken: TakenShards) => void;
  readonly waitsForReplay: (roomId: string) => boolean;
  /** The log position up to which all events have been processed. */
  readonly cursor: () => Cursor;
  /** Attaches the room-state engine and the observer. */
  readonly follow: (engine: LogEngine, observer: LogObserver) => void;
  /** Reads to the end of the log; a second call during a pass does nothing. Never rejects. */
  readonly pass: () => Promise<void>;
  /** Whether the log was read to its end within the last 3 s. */
  readonly isFresh: () => boolean;
};

/** A device’s silence counts only while the log was read within this time. */
const FRESH_MS = 3_000;
const DELETE_EVERY_MS = 30_000;

export function createLogReader(options: LogReaderOptions): LogReader {
  const { stagingLog, clock, elapsedMs, log } = options;
  const takeOver = createTakeOver({
    ...options,
    onMissed: (roomId, missed) => observer?.missed(roomId, missed),
  });
  let engine: LogEngine | null = null;
  let observer: LogObserver | null = null;
  let position: Cursor = {};
  let storedPosition: Cursor = {};
  let passing: Promise<void> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  /** When the last complete read began. */
  let readUntilMs = clock.nowMs();
  let deletedAtMs = elapsedMs();
  const failing = new Set<string>();

  async function give(monitors: LogEngine, entries: readonly LogEntry[]): Promise<void> {
    const heads = entries.flatMap((entry) => entry.heads);
    const lacking = heads.filter((head) => monitors.monitor(head.serial)?.order.lacks(head));
    const frames = await options.readSlots(uniqueSlots(lacking));
    for (const [serial, own] of Map.groupBy(
      frames.filter(createHeadMatcher(lacking)),
      (one) => one.serial,
    ))
      monitors.monitor(serial)?.order.fromLog(own.toSorted(byReceipt));
    for (const head of heads) monitors.monitor(head.serial)?.order.reached(head);
  }

  /** The streams of deleted entries are unknown: any room of this server may have missed some. */
  function reportGap(monitors: LogEngine, entries: readonly LogEntry[]): void {
    const gap = findGap(position, entries);
    if (gap === null) return;
    log.warn({ commits: gap.commits }, 'rules were over 15 minutes behind and missed commits');
    const missed: MissedFrames = {
      fromMs: Math.min(readUntilMs, gap.untilMs),
      untilMs: gap.untilMs,
    };
    for (const { device } of monitors.monitors())
      if (device.roomId !== null && monitors.monitor(device.serial) !== undefined)
        observer?.missed(device.roomId, missed);
  }

  async function read(): Promise<void> {
    if (engine === null) return;
    const beganMs = elapsedMs();
    const beganWallMs = clock.nowMs();
    for (;;) {
      const entries = await stagingLog.read(position, ENTRY_PAGE_SIZE);
      reportGap(engine, entries);
      await give(engine, entries);
      position = advance(position, entries);
      if (entries.length < ENTRY_PAGE_SIZE) break;
    }
    for (const { order } of engine.monitors()) order.readThrough(beganMs);
    readAtMs = elapsedMs();
    readUntilMs = beganWallMs;
    if (elapsedMs() - deletedAtMs < DELETE_EVERY_MS) return;
    deletedAtMs = elapsedMs();
    await stagingLog.deleteOld(clock.nowMs());
  }

  async function attempt(text: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      failing.delete(text);
    } catch (error) {
      if (!failing.has(text)) log.warn({ err: error }, text);
      failing.add(text);
    }
  }

  /** A room that cannot be replayed yet does not block the others. */
  async function passOnce(): Promise<void> {
    await attempt('rooms not replayed; will retry', async () => {
      if (engine !== null) await takeOver.run(engine);
    });
    await attempt('staging log not read; will retry', read);
  }

  return {
    async start() {
      position = await stagingLog.end();
      storedPosition = position;
    },
    taken: takeOver.add,
    waitsForReplay: takeOver.isPending,
    cursor() {
      if (observer?.hasUnstored() !== true) storedPosition = position;
      return takeOver.cursors().reduce(lowestCursor, storedPosition);
    },
    follow(followed, follower) {
      engine = followed;
      observer = follower;
    },
    pass() {
      passing ??= passOnce().finally(() => {
        passing = null;
      });
      return passing;
    },
    isFresh: () => elapsedMs() - readAtMs < FRESH_MS,
  };
}

function createHeadMatcher(heads: readonly LogHead[]): (frame: StoredFrame) => boolean {
  const byStream = Map.groupBy(heads, ({ serial, streamId }) => `${streamId}/${serial}`);
  return ({ serial, streamId, sequence }) =>
    byStream
      .get(`${streamId}/${serial}`)
      ?.some(
        ({ firstSequence, frameCount }) => sequenceDistance(firstSequence, sequence) < frameCount,
      ) === true;
}
