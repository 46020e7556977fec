import { LOG_RETENTION_MS, type LogCursor } from '../../../core/timeline/staging/staging-log.ts';
import type { SlotKey } from '../../../core/timeline/timeline-frame.ts';
import type { DeviceMonitor } from './device-monitor.ts';
import { advance, ENTRY_PAGE_SIZE, findGap, type LogReaderOptions } from './log-reading.ts';
import type { RoomObserver } from './room-facts.ts';
import { WARM_UP_MS } from './room-replay.ts';

/** The monitors of rooms that were taken over. */
export type Rooms = ReadonlyMap<string, readonly DeviceMonitor[]>;
/** Frames that no owner has evaluated: since when, and by serial the slots with warm-up. */
export type Unread = { readonly fromMs: number; readonly slots: ReadonlyMap<string, SlotKey[]> };

export type UnreadFramesOptions = LogReaderOptions & {
  readonly onMissed: RoomObserver['missed'];
};

/** A longer pause in receiving means that no server was running. */
const RECEIVING_WINDOW_MS = 60_000;

/** Finds the frames behind a cursor; reports those that are deleted or too old to be replayed. */
export function createUnreadReader({
  stagingLog,
  clock,
  log,
  onMissed,
}: UnreadFramesOptions): (cursor: LogCursor, rooms: Rooms) => Promise<Unread> {
  async function* entriesBehind(cursor: LogCursor, fromMs: number) {
    for (let behind = cursor; ;) {
      const entries = await stagingLog.read(behind, ENTRY_PAGE_SIZE, fromMs);
      yield* entries;
      behind = advance(behind, entries);
      if (entries.length < ENTRY_PAGE_SIZE) return;
    }
  }

  /**
   * The receipt time of the first frames behind a cursor that can be replayed; now without any.
   * Reports those that are too old or deleted.
   */
  async function firstUnread(cursor: LogCursor, rooms: Rooms): Promise<number> {
    const nowMs = clock.nowMs();
    const first = await stagingLog.read(cursor, 1);
    const gap = findGap(cursor, first);
    if (gap !== null) {
      log.warn({ commits: gap.commits }, 'rules were over 15 minutes behind and missed commits');
      // It is unknown when the previous owner last read the log.
      const missed = { fromMs: gap.untilMs, untilMs: gap.untilMs };
      for (const [roomId, monitors] of rooms) if (monitors.length > 0) onMissed(roomId, missed);
    }
    const receivedMs = Math.min(nowMs, ...first.map((entry) => entry.receivedMs));
    const replayedMs = nowMs - LOG_RETENTION_MS;
    if (receivedMs < replayedMs) {
      if (await wasReceivingBefore(replayedMs)) await reportOld(cursor, replayedMs, rooms);
      else log.warn({}, 'last frames before the servers stopped not evaluated by any rule');
    }
    return Math.max(receivedMs, replayedMs);
  }

  /** False if all servers were stopped then: rules did not lag. */
  async function wasReceivingBefore(beforeMs: number): Promise<boolean> {
    const entries = await stagingLog.read({}, 1, beforeMs - RECEIVING_WINDOW_MS);
    return entries.some(({ receivedMs }) => receivedMs < beforeMs);
  }

  /** Reports the frames behind a cursor that were received before `beforeMs`. */
  async function reportOld(cursor: LogCursor, beforeMs: number, rooms: Rooms): Promise<void> {
    const monitors = bySerial(rooms);
    const times = new Map<string, number[]>();
    for await (const { receivedMs, heads } of entriesBehind(cursor, 0))
      for (const { serial, streamId } of receivedMs < beforeMs ? heads : []) {
        const monitor = monitors.get(serial);
        const roomId = monitor?.device.roomId ?? null;
        if (roomId === null || monitor?.order.isOrdered(streamId) !== true) continue;
        const known = times.get(roomId) ?? [receivedMs];
        times.set(roomId, [Math.min(...known, receivedMs), Math.max(...known, receivedMs)]);
      }
    for (const [roomId, [fromMs = beforeMs, untilMs = beforeMs]] of times)
      onMissed(roomId, { fromMs, untilMs });
  }

  /** By serial: slots with frames received at `fromMs` or later. */
  async function slotsSince(fromMs: number, rooms: Rooms): Promise<Map<string, SlotKey[]>> {
    const monitors = bySerial(rooms);
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

  return async (cursor, rooms) => {
    const fromMs = await firstUnread(cursor, rooms);
    return { fromMs, slots: await slotsSince(fromMs - WARM_UP_MS, rooms) };
  };
}

const bySerial = (rooms: Rooms): ReadonlyMap<string, DeviceMonitor> =>
  new Map([...rooms.values()].flat().map((one) => [one.device.serial, one]));
