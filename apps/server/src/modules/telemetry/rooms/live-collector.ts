import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DeviceStatus, MeasuredLive } from '@yamori/domain';
import { createJumpDetector } from '../../../core/time/clock-jump.ts';
import type { Reception } from './device-silence.ts';
import type { LiveDirectory } from './live-directory.ts';
import { isRoomWorthWriting, isStatusWorthWriting } from './live-writes.ts';
import type { OwnedRooms, RoomEntry } from './owned-rooms.ts';
import { nextRoomFacts, type RoomObservation, type RoomObserver } from './room-facts.ts';
import { deriveRoomState, type RoomDevice } from './derive-room-state.ts';
import { dropEstimated, toStoredStates } from './stored-states.ts';

export type LiveUpdate =
  | { readonly kind: 'room'; readonly roomId: string; readonly live: MeasuredLive }
  | { readonly kind: 'device'; readonly serial: string; readonly status: DeviceStatus };

type LiveCollectorOptions = {
  readonly owned: OwnedRooms;
  readonly directory: LiveDirectory;
  readonly reception: () => Reception;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  readonly observer?: RoomObserver | undefined;
};

/** Devices between yields; a device with every kind of stream takes up to 0.2 ms. */
const DEVICES_PER_TURN = 8;

/**
 * Returns a function that advances every device and room to `nowMs`, shows the facts to the alarm
 * rules, and returns the states that are worth a write.
 */
export function createLiveCollector({
  owned,
  directory,
  reception,
  elapsedMs,
  observer,
}: LiveCollectorOptions): (nowMs: number) => Promise<readonly LiveUpdate[]> {
  const { rooms, monitors, writtenStatus } = owned;
  const hasJumped = createJumpDetector(elapsedMs);

  /** After a jump of the clock all frames look old, although the states may last. */
  function continueStates(nowMs: number): void {
    if (!hasJumped(nowMs)) return;
    for (const room of rooms.values()) {
      const stored = toStoredStates(room.live);
      room.stored = stored === null ? room.stored : { ...stored, lastFrameAtMs: nowMs };
    }
  }

  async function advanceDevices(
    updates: LiveUpdate[],
    nowMs: number,
  ): Promise<Map<string, RoomDevice[]>> {
    const byRoom = new Map<string, RoomDevice[]>();
    const receptionNow = reception();
    let advanced = 0;
    for (const [serial, monitor] of monitors) {
      if (owned.isWaiting(monitor)) continue;
      if (advanced > 0 && advanced % DEVICES_PER_TURN === 0) await yieldToEventLoop();
      advanced += 1;
      const { forRoom, status } = monitor.update(receptionNow);
      const written = writtenStatus.get(serial) ?? { state: monitor.device.lastStatus, atMs: 0 };
      if (isStatusWorthWriting(written.state, status, written.atMs, nowMs))
        updates.push({ kind: 'device', serial, status });
      if (monitor.device.roomId === null) continue;
      const devices = byRoom.get(monitor.device.roomId) ?? [];
      byRoom.set(monitor.device.roomId, devices);
      devices.push(forRoom);
    }
    return byRoom;
  }

  return async (nowMs) => {
    continueStates(nowMs);
    const updates: LiveUpdate[] = [];
    // A room whose replay ends during this tick gets its devices in the next one.
    const ready = new Set([...rooms].flatMap(([id, room]) => (room.isWaiting ? [] : [id])));
    const byRoom = await advanceDevices(updates, nowMs);
    const observed = new Map<string, RoomObservation>();
    for (const [roomId, room] of rooms) {
      if (room.isWaiting) continue;
      const devices = byRoom.get(roomId) ?? [];
      const live = ready.has(roomId) ? advanceRoom(room, devices, nowMs) : null;
      if (live !== null) room.stored = dropEstimated(room.stored, devices, live, nowMs);
      if (room.facts !== null)
        observed.set(roomId, {
          facts: room.facts,
          open: directory.rooms().get(roomId)?.live?.accidents ?? [],
        });
      if (live === null) continue;
      if (isRoomWorthWriting(room.written.state, live, room.written.atMs, nowMs))
        updates.push({ kind: 'room', roomId, live });
    }
    observer?.observe(observed, nowMs);
    return updates;
  };
}

export function advanceRoom(
  room: RoomEntry,
  devices: readonly RoomDevice[],
  nowMs: number,
): MeasuredLive {
  const live = deriveRoomState(room.live, devices, nowMs, room.stored);
  room.facts = nextRoomFacts(room.facts, live, devices, nowMs);
  room.live = live;
  return live;
}
