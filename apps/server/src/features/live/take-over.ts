import pLimit from 'p-limit';
import { LOG_KEPT_MS, type LogCursor } from '../../timeline/staging/staging-log.ts';
import type { SlotKey } from '../../timeline/timeline-frame.ts';
import type { DeviceMonitor } from './device-monitor.ts';
import {
  advance,
  byReceipt,
  ENTRIES_AT_ONCE,
  nameGaps,
  slotsOf,
  type LogReaderParts,
  type LogWard,
} from './log-reading.ts';
import { WARM_UP_MS } from './room-replay.ts';
import { shardOf, type Cursor } from './shard-rules.ts';

export type TakenShards = readonly { readonly shard: number; readonly fromCursor: Cursor }[];

/** Shards whose rooms wait for what was received before they were taken. */
type TakeOver = {
  readonly add: (taken: TakenShards) => void;
  readonly isPending: (roomId: string) => boolean;
  readonly cursors: () => readonly Cursor[];
  /** Rejects when the database fails; the rooms wait on then. */
  readonly run: (ward: LogWard) => Promise<void>;
};

type Pending = { readonly fromCursor: Cursor; failures: number };
type Rooms = ReadonlyMap<string, readonly DeviceMonitor[]>;

const ROOMS_AT_ONCE = 4;
/** Then rooms go on without what was received before. */
const MOST_FAILURES = 10;
/** The newest of a stream: a device that sends hours again says nothing about now with them. */
const SLOTS_OF_STREAM = 120;

export function createTakeOver(parts: LogReaderParts): TakeOver {
  const { stagingLog, clock, log } = parts;
  const pending = new Map<number, Pending>();

  async function* entriesBehind(cursor: LogCursor, fromMs: number) {
    for (let behind = cursor; ;) {
      const entries = await stagingLog.read(behind, ENTRIES_AT_ONCE, fromMs);
      yield* entries;
      behind = advance(behind, entries);
      if (entries.length < ENTRIES_AT_ONCE) return;
    }
  }

  /** When the first frames behind a cursor were received; now where there are none. */
  async function firstUnread(cursor: LogCursor): Promise<number> {
    const nowMs = clock.nowMs();
    const first = await stagingLog.read(cursor, 1);
    nameGaps(cursor, first, log);
    const receivedMs = Math.min(nowMs, ...first.map((entry) => entry.receivedMs));
    return Math.max(receivedMs, nowMs - LOG_KEPT_MS);
  }

  /** By serial: slots in which frames were received at `fromMs` or later. */
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

  async function replayRooms(ward: LogWard, rooms: Rooms, fromCursor: LogCursor): Promise<void> {
    const fromMs = await firstUnread(fromCursor);
    const slots = await slotsSince(fromMs - WARM_UP_MS, rooms);
    const limit = pLimit(ROOMS_AT_ONCE);
    await Promise.all(
      [...rooms].map(([roomId, monitors]) =>
        limit(async () => {
          const frames = await parts.readSlots(
            monitors.flatMap(({ device }) => newest(slots.get(device.serial) ?? [])),
          );
          const received = frames.filter(({ receivedMs }) => receivedMs >= fromMs - WARM_UP_MS);
          await ward.replay(roomId, { fromMs, frames: received.toSorted(byReceipt) });
        }),
      ),
    );
  }

  const goOnWithout = async (ward: LogWard, rooms: Rooms): Promise<void> => {
    for (const roomId of rooms.keys())
      await ward.replay(roomId, { fromMs: clock.nowMs(), frames: [] });
  };

  /** Rooms of one cursor, with the shards that are done with them. */
  async function runGroup(
    ward: LogWard,
    shards: ReadonlyMap<number, Pending>,
    rooms: Rooms,
  ): Promise<void> {
    const [first] = shards.values();
    if (first === undefined) return goOnWithout(ward, rooms);
    try {
      if (rooms.size > 0) await replayRooms(ward, rooms, first.fromCursor);
    } catch (error) {
      for (const one of shards.values()) one.failures += 1;
      if (first.failures < MOST_FAILURES) throw error;
      log.warn({ err: error, rooms: rooms.size }, 'rooms go on without what was received before');
      await goOnWithout(ward, rooms);
    }
    for (const [shard, one] of shards) if (pending.get(shard) === one) pending.delete(shard);
  }

  return {
    add(taken) {
      for (const { shard, fromCursor } of taken) pending.set(shard, { fromCursor, failures: 0 });
    },
    isPending: (roomId) => pending.has(shardOf(roomId)),
    cursors: () => [...pending.values()].map(({ fromCursor }) => fromCursor),
    async run(ward) {
      const shards = new Map(pending);
      const waiting = await ward.waitingRooms();
      const nameOf = (one: Pending | undefined): string => JSON.stringify(one?.fromCursor ?? null);
      const shardsBy = Map.groupBy(shards, ([, one]) => nameOf(one));
      const roomsBy = Map.groupBy(waiting, ([roomId]) => nameOf(shards.get(shardOf(roomId))));
      for (const name of new Set([...shardsBy.keys(), ...roomsBy.keys()]))
        await runGroup(ward, new Map(shardsBy.get(name)), new Map(roomsBy.get(name)));
    },
  };
}

/** The newest slots of each stream, each once. */
const newest = (slots: readonly SlotKey[]): SlotKey[] =>
  [...Map.groupBy(slotsOf(slots), ({ streamId }) => streamId).values()].flatMap((own) =>
    own.toSorted((one, other) => other.slot - one.slot).slice(0, SLOTS_OF_STREAM),
  );
