import { setImmediate as letOthers } from 'node:timers/promises';
import type { DeviceStatus, RoomLive } from '@yamori/domain';
import type { Bus } from '../../messaging/bus.ts';
import type { Clock } from '../../timeline/timeline-frame.ts';
import { CALL_CLEARED, decodeCallCleared } from './call-cleared.ts';
import { createDeviceMonitor, type DeviceMonitor, type DeviceMonitorParts } from './device-monitor.ts';
import type { FrameRing } from './frame-ring.ts';
import type { LiveDirectory } from './live-directory.ts';
import { isRoomWorthWriting, isStatusWorthWriting } from './live-writes.ts';
import { nextRoomLive, type RoomDevice } from './room-live-rules.ts';
import type { ServerShare } from './server-share.ts';

/**
 * Keeps the live state of the rooms that this server owns: a monitor a device, a state a room, moved on once a
 * second and written when worth it. Several servers share the rooms; each room has one owner at a time.
 */
export type Ward = {
  /**
   * Moves everything on to now and writes what changed; call it once a second. Works a few devices at a time, so that
   * live frames pass in between; one that is called while another is still at it does nothing. Never rejects.
   */
  readonly tick: () => Promise<void>;
  /** The frames held of a device whose monitor runs here. */
  readonly ring: (serial: string) => FrameRing | undefined;
  readonly counts: () => { readonly devices: number; readonly rooms: number; readonly failedWrites: number };
  readonly close: () => void;
};

export type WardParts = Omit<DeviceMonitorParts, 'lastStatus'> & {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly share: ServerShare;
  readonly directory: LiveDirectory;
  readonly write: (updates: readonly LiveUpdate[]) => Promise<void>;
  /** Says that a write failed; the same state is tried again with the next tick. */
  readonly onWriteFailed: (error: unknown) => void;
};

export type LiveUpdate =
  | { readonly kind: 'room'; readonly roomId: string; readonly live: RoomLive }
  | { readonly kind: 'device'; readonly serial: string; readonly status: DeviceStatus };

/** Vitals of a device with every kind of stream take up to 0.2 ms to work out. */
const DEVICES_AT_ONCE = 8;

type Written<State> = { readonly state: State | null; readonly atMs: number };
type RoomEntry = { live: RoomLive | null; clearedAtMs: number; written: Written<RoomLive> };

export function createWard(parts: WardParts): Ward {
  const { bus, clock, share, directory } = parts;
  const monitors = new Map<string, DeviceMonitor>();
  const rooms = new Map<string, RoomEntry>();
  const writtenStatus = new Map<string, Written<DeviceStatus>>();
  let reconciled = '';
  let collecting = false;
  let writing = false;
  let failedWrites = 0;

  const cleared = bus.subscribe(CALL_CLEARED, (_subject, bytes) => {
    const { roomId, calledAtMs } = decodeCallCleared(bytes);
    const room = rooms.get(roomId);
    // An answer that was on its way for long does not take a newer call with it.
    if (room !== undefined) room.clearedAtMs = Math.max(room.clearedAtMs, calledAtMs ?? clock.nowMs());
  });

  /** Monitors and rooms follow the directory and the share of this server; nothing is done while neither changed. */
  function reconcile(): void {
    const state = `${directory.revision()} ${share.servers().join(' ')}`;
    if (state === reconciled) return;
    reconciled = state;
    const devices = directory.devices();
    for (const [serial, monitor] of monitors) {
      const device = devices.get(serial);
      if (device !== undefined && device.streams === monitor.device.streams && device.roomId === monitor.device.roomId && share.owns(device.roomId ?? serial)) continue;
      monitor.close();
      monitors.delete(serial);
    }
    // What this server wrote last says nothing once another server writes: it takes up from the document again.
    for (const serial of writtenStatus.keys()) {
      const device = devices.get(serial);
      if (device === undefined || !share.owns(device.roomId ?? serial)) writtenStatus.delete(serial);
    }
    for (const [serial, device] of devices) {
      if (monitors.has(serial) || !share.owns(device.roomId ?? serial)) continue;
      monitors.set(serial, createDeviceMonitor(device, { ...parts, lastStatus: writtenStatus.get(serial)?.state ?? device.lastStatus }));
    }
    const known = directory.rooms();
    for (const roomId of rooms.keys()) if (!known.has(roomId) || !share.owns(roomId)) rooms.delete(roomId);
    for (const [roomId, { live }] of known) {
      if (!rooms.has(roomId) && share.owns(roomId)) rooms.set(roomId, { live, clearedAtMs: 0, written: { state: live, atMs: 0 } });
    }
  }

  async function devicesByRoom(updates: LiveUpdate[], nowMs: number): Promise<Map<string, { devices: RoomDevice[]; pressedAtMs: number }>> {
    const byRoom = new Map<string, { devices: RoomDevice[]; pressedAtMs: number }>();
    let looked = 0;
    for (const [serial, monitor] of monitors) {
      if (looked > 0 && looked % DEVICES_AT_ONCE === 0) await letOthers();
      looked += 1;
      const { forRoom, status, pressedAtMs } = monitor.update();
      const written = writtenStatus.get(serial) ?? { state: monitor.device.lastStatus, atMs: 0 };
      if (isStatusWorthWriting(written.state, status, written.atMs, nowMs)) updates.push({ kind: 'device', serial, status });
      if (monitor.device.roomId === null) continue;
      const group = byRoom.get(monitor.device.roomId) ?? { devices: [], pressedAtMs: 0 };
      byRoom.set(monitor.device.roomId, group);
      group.devices.push(forRoom);
      group.pressedAtMs = Math.max(group.pressedAtMs, pressedAtMs ?? 0);
    }
    return byRoom;
  }

  async function collect(nowMs: number): Promise<LiveUpdate[]> {
    const updates: LiveUpdate[] = [];
    const byRoom = await devicesByRoom(updates, nowMs);
    for (const [roomId, room] of rooms) {
      const group = byRoom.get(roomId) ?? { devices: [], pressedAtMs: 0 };
      room.live = withCall(nextRoomLive(room.live, group.devices, nowMs), group.pressedAtMs, room.clearedAtMs);
      if (isRoomWorthWriting(room.written.state, room.live, room.written.atMs, nowMs)) updates.push({ kind: 'room', roomId, live: room.live });
    }
    return updates;
  }

  async function moveOn(nowMs: number): Promise<LiveUpdate[]> {
    collecting = true;
    try {
      reconcile();
      return await collect(nowMs);
    } finally {
      collecting = false;
    }
  }

  function remember(updates: readonly LiveUpdate[], atMs: number): void {
    for (const update of updates) {
      if (update.kind === 'device') writtenStatus.set(update.serial, { state: update.status, atMs });
      else {
        const room = rooms.get(update.roomId);
        if (room !== undefined) room.written = { state: update.live, atMs };
      }
    }
  }

  async function writeOut(updates: readonly LiveUpdate[], nowMs: number): Promise<void> {
    writing = true;
    try {
      await parts.write(updates);
      remember(updates, nowMs);
    } finally {
      writing = false;
    }
  }

  return {
    async tick() {
      share.beat();
      if (collecting) return;
      try {
        const nowMs = clock.nowMs();
        const updates = await moveOn(nowMs);
        // A slow database skips beats instead of queueing them: the next write carries the newest state anyway.
        if (!writing && updates.length > 0) await writeOut(updates, nowMs);
      } catch (error) {
        failedWrites += 1;
        parts.onWriteFailed(error);
      }
    },
    ring: (serial) => monitors.get(serial)?.ring,
    counts: () => ({ devices: monitors.size, rooms: rooms.size, failedWrites }),
    close() {
      cleared.close();
      for (const monitor of monitors.values()) monitor.close();
      monitors.clear();
    },
  };
}

function withCall(live: RoomLive, pressedAtMs: number, clearedAtMs: number): RoomLive {
  // In whole milliseconds, as the document tells it to those who answer.
  const calledAtMs = Math.max(live.calledAt?.getTime() ?? 0, Math.floor(pressedAtMs));
  return { ...live, calledAt: calledAtMs > clearedAtMs ? new Date(calledAtMs) : null };
}
