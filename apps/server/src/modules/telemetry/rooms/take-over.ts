import pLimit from 'p-limit';
import { LOG_KEPT_MS, type LogCursor } from '../../../core/timeline/staging/staging-log.ts';
import type { SlotKey } from '../../../core/timeline/timeline-frame.ts';
import type { DeviceMonitor } from './device-monitor.ts';
import {
  advance,
  byReceipt,
  ENTRY_PAGE_SIZE,
  nameGaps,
  uniqueSlots,
  type LogReaderOptions,
  type LogWard,
} from './log-reading.ts';
import { WARM_UP_MS } from './room-replay.ts';
import { getShard, type Cursor } from './shard-rules.ts';

export type TakenShards = readonly { readonly shard: number; readonly fromCursor: Cursor }[];

/** Shards whose rooms await the replay of frames received before the take-over. */
type TakeOver = {
  readonly add: (taken: TakenShards) => void;
  readonly isPending: (roomId: string) => boolean;
  readonly cursors: () => readonly Cursor[];
  /** Rejects if a read fails; the affected rooms keep waiting. */
  readonly run: (ward: LogWard) => Promise<void>;
};

type Rooms = ReadonlyMap<string, readonly DeviceMonitor[]>;
/** Frames that no owner has evaluated for a room. */
type Unread = { readonly fromMs: number; readonly slots: ReadonlyMap<string, SlotKey[]> };

const MAX_CONCURRENT_ROOMS = 4;
/** Failed reads after which a room continues without a replay. */
const MAX_FAILURES = 10;
/** Newest slots of each stream: resent data from hours ago is not live. */
const SLOTS_OF_STREAM = 120;

export function createTakeOver(options: LogReaderOptions): TakeOver {
  const { stagingLog, clock, log } = options;
  const pending = new Map<number, Cursor>();
  const failures = new Map<string, number>();
  const limit = pLimit(MAX_CONCURRENT_ROOMS);

  async function* entriesBehind(cursor: LogCursor, fromMs: number) {
    for (let behind = cursor; ;) {
      const entries = await stagingLog.read(behind, ENTRY_PAGE_SIZE, fromMs);
      yield* entries;
      behind = advance(behind, entries);
      if (entries.length < ENTRY_PAGE_SIZE) return;
    }
  }

  /** When the first frames behind a cursor were received; now without any. */
  async function firstUnread(cursor: LogCursor): Promise<number> {
    const nowMs = clock.nowMs();
    const first = await stagingLog.read(cursor, 1);
    nameGaps(cursor, first, log);
    const receivedMs = Math.min(nowMs, ...first.map((entry) => entry.receivedMs));
    return Math.max(receivedMs, nowMs - LOG_KEPT_MS);
  }

  /** By serial: slots with frames received at `fromMs` or later. */
  async function slotsSince(fromMs: number, rooms: Rooms): Promise<Map<string, SlotKey[]>> {
    const monitors = new Map([...rooms.values()].flat().map((one) => [one.device.serial, one]));
    const slots = new Map([...monitors.keys()].map((serial): [string, SlotKey[]] => [serial, []]));
    for await (const { heads } of entriesBehind({}, fromMs))
      for (const { serial, streamId, slot } of heads) {
        const own = slots.get(serial);
        if (monitors.get(serial)?.order.isOrdered(streamId) !== true) continue;
        if (own?.findLast((key) => key.streamId === streamId)?.slot !== slot)
          own?.push({ serial, streamId, slot });
      }
    return slots;
  }

  async function replayRoom(
    ward: LogWard,
    roomId: string,
    monitors: readonly DeviceMonitor[],
    { fromMs, slots }: Unread,
  ): Promise<void> {
    const frames = await options.readSlots(
      monitors.flatMap(({ device }) => newest(slots.get(device.serial) ?? [])),
    );
    const received = frames.filter(({ receivedMs }) => receivedMs >= fromMs - WARM_UP_MS);
    const failed: unknown[] = [];
    await ward.replay(roomId, {
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
  async function skipReplay(ward: LogWard, roomId: string): Promise<void> {
    const fromMs = clock.nowMs();
    await ward.replay(roomId, { fromMs, frames: [], onFailed: () => undefined });
    failures.delete(roomId);
  }

  async function replayOrSkip(...given: Parameters<typeof replayRoom>): Promise<void> {
    const [ward, roomId] = given;
    try {
      await replayRoom(...given);
    } catch (error) {
      const count = (failures.get(roomId) ?? 0) + 1;
      failures.set(roomId, count);
      if (count < MAX_FAILURES) throw error;
      log.warn({ err: error, roomId }, 'frames from before the take-over not read; room continues');
      await skipReplay(ward, roomId);
    }
  }

  async function replayRooms(ward: LogWard, rooms: Rooms, fromCursor: LogCursor): Promise<void> {
    const fromMs = await firstUnread(fromCursor);
    const unread = { fromMs, slots: await slotsSince(fromMs - WARM_UP_MS, rooms) };
    await allDone(
      [...rooms].map(([roomId, monitors]) =>
        limit(() => replayOrSkip(ward, roomId, monitors, unread)),
      ),
    );
  }

  /** Replays the rooms of shards that share a cursor. */
  async function runGroup(
    ward: LogWard,
    shards: ReadonlyMap<number, Cursor>,
    rooms: Rooms,
  ): Promise<void> {
    const [fromCursor] = shards.values();
    if (fromCursor === undefined) for (const roomId of rooms.keys()) await skipReplay(ward, roomId);
    else if (rooms.size > 0) await replayRooms(ward, rooms, fromCursor);
    for (const [shard, cursor] of shards) if (pending.get(shard) === cursor) pending.delete(shard);
  }

  return {
    add(taken) {
      for (const { shard, fromCursor } of taken) pending.set(shard, fromCursor);
    },
    isPending: (roomId) => pending.has(getShard(roomId)),
    cursors: () => [...pending.values()],
    async run(ward) {
      const shards = new Map(pending);
      const waiting = await ward.waitingRooms();
      const formatCursor = (cursor: Cursor | undefined): string => JSON.stringify(cursor ?? null);
      const shardsBy = Map.groupBy(shards, ([, cursor]) => formatCursor(cursor));
      const roomsBy = Map.groupBy(waiting, ([roomId]) =>
        formatCursor(shards.get(getShard(roomId))),
      );
      const names = new Set([...shardsBy.keys(), ...roomsBy.keys()]);
      await allDone(
        [...names].map((name) =>
          runGroup(ward, new Map(shardsBy.get(name)), new Map(roomsBy.get(name))),
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
