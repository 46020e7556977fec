import pLimit from 'p-limit';
import type { LogCursor } from '../../../core/timeline/staging/staging-log.ts';
import type { SlotKey } from '../../../core/timeline/timeline-frame.ts';
import type { DeviceMonitor } from './device-monitor.ts';
import { byReceipt, uniqueSlots, type LogEngine } from './log-reading.ts';
import { WARM_UP_MS } from './room-replay.ts';
import { getShard, type Cursor } from './shard-rules.ts';
import {
  createUnreadReader,
  type Rooms,
  type Unread,
  type UnreadFramesOptions,
} from './unread-frames.ts';

export type TakenShards = readonly { readonly shard: number; readonly fromCursor: Cursor }[];

/** Shards whose rooms await the replay of frames received before the take-over. */
type TakeOver = {
  readonly add: (taken: TakenShards) => void;
  readonly isPending: (roomId: string) => boolean;
  readonly cursors: () => readonly Cursor[];
  /** Rejects if a read fails; the affected rooms keep waiting. */
  readonly run: (engine: LogEngine) => Promise<void>;
};

const MAX_CONCURRENT_ROOMS = 4;
/** Failed reads after which a room continues without a replay. */
const MAX_FAILURES = 10;
/** Newest slots of each stream: resent data from hours ago is not live. */
const SLOTS_OF_STREAM = 120;

export function createTakeOver(options: UnreadFramesOptions): TakeOver {
  const { clock, log, onMissed } = options;
  const readUnread = createUnreadReader(options);
  const pending = new Map<number, Cursor>();
  const failures = new Map<string, number>();
  const limit = pLimit(MAX_CONCURRENT_ROOMS);

  async function replayRoom(
    engine: LogEngine,
    roomId: string,
    monitors: readonly DeviceMonitor[],
    { fromMs, slots }: Unread,
  ): Promise<void> {
    const frames = await options.readSlots(
      monitors.flatMap(({ device }) => newest(slots.get(device.serial) ?? [])),
    );
    const received = frames.filter(({ receivedMs }) => receivedMs >= fromMs - WARM_UP_MS);
    const failed: unknown[] = [];
    await engine.replay(roomId, {
      fromMs,
      frames: received.toSorted(byReceipt),
      onFailed: (error) => failed.push(error),
    });
    failures.delete(roomId);
    if (failed.length > 0)
      log.warn(
        { err: failed[0], roomId, failures: failed.length },
        'some frames from before the take-over not replayed',
      );
  }

  /** Restores the room’s live state and rules, from now on. */
  async function skipReplay(engine: LogEngine, roomId: string): Promise<void> {
    const fromMs = clock.nowMs();
    await engine.replay(roomId, { fromMs, frames: [], onFailed: () => undefined });
    failures.delete(roomId);
  }

  async function replayOrSkip(...given: Parameters<typeof replayRoom>): Promise<void> {
    const [engine, roomId, , unread] = given;
    try {
      await replayRoom(...given);
    } catch (error) {
      const count = (failures.get(roomId) ?? 0) + 1;
      failures.set(roomId, count);
      if (count < MAX_FAILURES) throw error;
      log.warn({ err: error, roomId }, 'frames from before the take-over not read; room continues');
      onMissed(roomId, { fromMs: unread.fromMs, untilMs: clock.nowMs() });
      await skipReplay(engine, roomId);
    }
  }

  async function replayRooms(
    engine: LogEngine,
    rooms: Rooms,
    fromCursor: LogCursor,
  ): Promise<void> {
    const unread = await readUnread(fromCursor, rooms);
    await allDone(
      [...rooms].map(([roomId, monitors]) =>
        limit(() => replayOrSkip(engine, roomId, monitors, unread)),
      ),
    );
  }

  /** Replays the rooms of shards that share a cursor. */
  async function runGroup(
    engine: LogEngine,
    shards: ReadonlyMap<number, Cursor>,
    rooms: Rooms,
  ): Promise<void> {
    const [fromCursor] = shards.values();
    if (fromCursor === undefined)
      for (const roomId of rooms.keys()) await skipReplay(engine, roomId);
    else if (rooms.size > 0) await replayRooms(engine, rooms, fromCursor);
    for (const [shard, cursor] of shards) if (pending.get(shard) === cursor) pending.delete(shard);
  }

  return {
    add(taken) {
      for (const { shard, fromCursor } of taken) pending.set(shard, fromCursor);
    },
    isPending: (roomId) => pending.has(getShard(roomId)),
    cursors: () => [...pending.values()],
    async run(engine) {
      const shards = new Map(pending);
      // The rooms of a shard that was taken in the meantime wait for the next pass.
      const waiting = [...(await engine.waitingRooms())].filter(([roomId]) => {
        const shard = getShard(roomId);
        return shards.has(shard) || !pending.has(shard);
      });
      const formatCursor = (cursor: Cursor | undefined): string => JSON.stringify(cursor ?? null);
      const shardsBy = Map.groupBy(shards, ([, cursor]) => formatCursor(cursor));
      const roomsBy = Map.groupBy(waiting, ([roomId]) =>
        formatCursor(shards.get(getShard(roomId))),
      );
      const names = new Set([...shardsBy.keys(), ...roomsBy.keys()]);
      await allDone(
        [...names].map((name) =>
          runGroup(engine, new Map(shardsBy.get(name)), new Map(roomsBy.get(name))),
        ),
      );
    },
  };
}

/** Waits for all, then rejects with the first error. */
async function allDone(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** The newest slots of each stream, without duplicates. */
const newest = (slots: readonly SlotKey[]): SlotKey[] =>
  [...Map.groupBy(uniqueSlots(slots), ({ streamId }) => streamId).values()].flatMap((own) =>
    own.toSorted((one, other) => other.slot - one.slot).slice(0, SLOTS_OF_STREAM),
  );
