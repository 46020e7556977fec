import { setImmediate as letOthers } from 'node:timers/promises';
import type { DeviceStatus, MeasuredLive, Press } from '@yamori/domain';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import {
  createDeviceMonitor,
  type DeviceMonitor,
  type DeviceMonitorParts,
} from './device-monitor.ts';
import type { FrameOrderOptions } from './frame-order.ts';
import type { FrameRing } from './frame-ring.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import { isRoomWorthWriting, isStatusWorthWriting } from './live-writes.ts';
import { fallOf, type DeviceHappening, type DevicePress } from './device-vitals.ts';
import { nextRoomFacts, type RoomObservation, type RoomObserver } from './room-facts.ts';
import { nextRoomLive, type RoomDevice } from './room-live-rules.ts';
import { replayRoom, type RoomReplay } from './room-replay.ts';
import {
  followEpochs,
  followRooms,
  forgetOthers,
  type RoomEntry,
  type Written,
} from './ward-follow.ts';
import { createLimitedQueue, runInBatches } from './limited-concurrency.ts';
import type { RoomLeases } from './room-leases.ts';

/**
 * Maintains the live state of the rooms that this server owns: one monitor a device, one state a
 * room, advanced once a second and written when it changed enough. Servers divide the rooms; a room
 * has one owner at a time.
 */
export type Ward = {
  /**
   * Advances everything to now and writes the changes; call it once a second. Yields every few
   * devices, so that live frames pass in between. A call during another tick does nothing. Never
   * rejects.
   */
  readonly tick: () => Promise<void>;
  /** The buffered frames of a device whose monitor runs here. */
  readonly ring: (serial: string) => FrameRing | undefined;
  readonly counts: () => {
    readonly devices: number;
    readonly rooms: number;
    readonly failedWrites: number;
  };
  /** The monitor of a device, unless its room is waiting for a replay. */
  readonly monitor: (serial: string) => DeviceMonitor | undefined;
  readonly monitors: () => Iterable<DeviceMonitor>;
  /**
   * Rooms that were taken over and await the replay of earlier frames, with their monitors. They
   * have no live state and no rules until `replay`.
   */
  readonly waitingRooms: () => Promise<ReadonlyMap<string, readonly DeviceMonitor[]>>;
  readonly replay: (roomId: string, replay: Omit<RoomReplay, 'nowMs'>) => Promise<void>;
  readonly close: () => void;
};

type WardParts = Omit<DeviceMonitorParts, 'lastStatus' | 'onHappening' | 'holds'> & {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly leases: RoomOwnership;
  /**
   * Whether a room awaits the replay of frames from before this server owned it. Without this
   * option there is no staging log and no room waits.
   */
  readonly waitsForReplay?: (roomId: string) => boolean;
  /** Whether a frame that a device sends now would arrive here. */
  readonly canHear: () => boolean;
  readonly directory: LiveDirectory;
  readonly write: (updates: readonly LiveUpdate[]) => Promise<void>;
  /** False if the room cannot take a call yet; the next tick retries. */
  readonly press: (roomId: string, press: Press) => Promise<boolean>;
  /** Evaluates the alarm rules; without one there are no alarms. */
  readonly observer?: RoomObserver;
  /** Called when a write failed; the next tick retries it. */
  readonly onWriteFailed: (error: unknown) => void;
};

/** Which rooms are this server's, and since when. */
type RoomOwnership = Pick<RoomLeases, 'owns' | 'epochOf' | 'revision' | 'servers'>;

export type LiveUpdate =
  | { readonly kind: 'room'; readonly roomId: string; readonly live: MeasuredLive }
  | { readonly kind: 'device'; readonly serial: string; readonly status: DeviceStatus };

/** Presses held in memory. */
const MAX_WAITING = 1_000;
/** Presses in a ward must not take every database connection, even if all arrive together. */
const MAX_CONCURRENT_PRESSES = 4;

/** Devices between yields; a device with every kind of stream takes up to 0.2 ms. */
const DEVICES_PER_TURN = 8;

type RoomPress = { readonly roomId: string; readonly press: Press };

export function createWard(parts: WardParts): Ward {
  const { clock, leases, directory } = parts;
  const monitors = new Map<string, DeviceMonitor>();
  const rooms = new Map<string, RoomEntry>();
  const writtenStatus = new Map<string, Written<DeviceStatus>>();
  const pressQueue = createLimitedQueue(MAX_CONCURRENT_PRESSES, MAX_WAITING);
  /** Presses without a call yet, in order. */
  const waiting = new Map<string, RoomPress>();
  /** The lease epoch under which each room, or device without a room, was taken over. */
  const epochs = new Map<string, number>();
  let reconciled = '';
  let servers = '';
  let [collecting, writing] = [false, false];
  let failedWrites = 0;

  /**
   * Follows the directory and the leases of this server; returns early if neither changed. A room
   * that another server owned in between is taken over at the next tick.
   */
  function reconcile(): void {
    const state = `${directory.revision()} ${leases.revision()}`;
    if (state === reconciled) return;
    reconciled = state;
    const devices = directory.devices();
    const keys = [
      ...directory.rooms().keys(),
      ...[...devices.values()].map((device) => device.roomId ?? device.serial),
    ];
    if (followEpochs(epochs, keys, leases)) reconciled = '';
    for (const [serial, monitor] of monitors) {
      const device = devices.get(serial);
      if (
        device !== undefined &&
        device.streams === monitor.device.streams &&
        device.roomId === monitor.device.roomId &&
        epochs.has(device.roomId ?? serial)
      )
        continue;
      monitor.close();
      monitors.delete(serial);
    }
    forgetOthers(writtenStatus, devices, epochs);
    for (const [serial, device] of devices) {
      if (monitors.has(serial) || !epochs.has(device.roomId ?? serial)) continue;
      const onHappening = (happening: DeviceHappening, receivedAtMs: number): void =>
        deliverNow(device, happening, receivedAtMs);
      monitors.set(
        serial,
        createDeviceMonitor(device, {
          ...parts,
          lastStatus: writtenStatus.get(serial)?.state ?? device.lastStatus,
          holds: holdsOf(device.roomId),
          onHappening,
        }),
      );
    }
    followRooms(rooms, directory, epochs, (roomId) => parts.waitsForReplay?.(roomId) ?? false);
  }

  function holdsOf(roomId: string | null): FrameOrderOptions['holds'] {
    if (parts.waitsForReplay === undefined) return 'nothing';
    if (roomId === null || !directory.rooms().has(roomId)) return 'gaps';
    const isWaiting = rooms.get(roomId)?.isWaiting ?? parts.waitsForReplay(roomId);
    return isWaiting ? 'untilReleased' : 'gaps';
  }

  const isWaiting = ({ device }: DeviceMonitor): boolean =>
    device.roomId !== null && rooms.get(device.roomId)?.isWaiting === true;

  async function waitingRooms(): Promise<Map<string, DeviceMonitor[]>> {
    while (collecting) await letOthers();
    reconcile();
    // The second call takes over rooms that another server owned in between.
    reconcile();
    const waiting = new Map<string, DeviceMonitor[]>();
    for (const [roomId, room] of rooms) if (room.isWaiting) waiting.set(roomId, []);
    for (const monitor of monitors.values())
      waiting.get(monitor.device.roomId ?? '')?.push(monitor);
    return waiting;
  }

  async function replay(roomId: string, stored: Omit<RoomReplay, 'nowMs'>): Promise<void> {
    const room = rooms.get(roomId);
    if (room?.isWaiting !== true) return;
    const own = [...monitors.values()].filter(({ device }) => device.roomId === roomId);
    const observed = await replayRoom({
      ...stored,
      nowMs: clock.nowMs(),
      monitors: own,
      moveOn(devices, atMs) {
        moveOnRoom(room, devices, atMs);
        return room.facts;
      },
    });
    if (rooms.get(roomId) !== room) return;
    room.isWaiting = false;
    parts.observer?.replayed(roomId, observed);
    for (const { device, order } of monitors.values())
      if (device.roomId === roomId) order.release();
  }

  /**
   * Delivers presses and falls immediately, without waiting for the tick; the tick retries
   * failures.
   */
  function deliverNow(
    { serial, roomId }: LiveDevice,
    happening: DeviceHappening,
    receivedAtMs: number,
  ): void {
    if (roomId === null || !rooms.has(roomId)) return;
    if (happening.kind === 'press') {
      const pressed = { roomId, press: pressOf(serial, happening.press) };
      // On overflow the press reader calls for it from the press store.
      if (waiting.size >= MAX_WAITING) return;
      waiting.set(keyOf(pressed), pressed);
      pressQueue.run(() => tellPress(pressed).catch(failed));
    } else parts.observer?.happened(roomId, fallOf(serial, happening), receivedAtMs);
  }

  /** After servers join or leave, devices may still be reconnecting to another one. */
  function hearsAll(): boolean {
    const before = servers;
    servers = leases.servers().join(' ');
    return parts.canHear() && servers === before;
  }

  async function devicesByRoom(
    updates: LiveUpdate[],
    nowMs: number,
  ): Promise<Map<string, RoomDevice[]>> {
    const byRoom = new Map<string, RoomDevice[]>();
    const canHear = hearsAll();
    let looked = 0;
    for (const [serial, monitor] of monitors) {
      if (isWaiting(monitor)) continue;
      if (looked > 0 && looked % DEVICES_PER_TURN === 0) await letOthers();
      looked += 1;
      const { forRoom, status } = monitor.update(canHear);
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

  async function collect(nowMs: number): Promise<readonly LiveUpdate[]> {
    const updates: LiveUpdate[] = [];
    // A room whose replay ends during this tick gets its devices in the next one.
    const before = new Set([...rooms].flatMap(([id, room]) => (room.isWaiting ? [] : [id])));
    const byRoom = await devicesByRoom(updates, nowMs);
    const observed = new Map<string, RoomObservation>();
    for (const [roomId, room] of rooms) {
      if (room.isWaiting) continue;
      const live = before.has(roomId) ? moveOnRoom(room, byRoom.get(roomId) ?? [], nowMs) : null;
      if (room.facts !== null)
        observed.set(roomId, {
          facts: room.facts,
          open: directory.rooms().get(roomId)?.live?.accidents ?? [],
        });
      if (live === null) continue;
      if (isRoomWorthWriting(room.written.state, live, room.written.atMs, nowMs))
        updates.push({ kind: 'room', roomId, live });
    }
    parts.observer?.observe(observed, nowMs);
    return updates;
  }

  async function moveOn(nowMs: number): Promise<readonly LiveUpdate[]> {
    collecting = true;
    try {
      reconcile();
      return await collect(nowMs);
    } finally {
      collecting = false;
    }
  }

  /** Writes presses first: they are few and urgent. */
  async function writeOut(updates: readonly LiveUpdate[], nowMs: number): Promise<void> {
    writing = true;
    try {
      await pressQueue.settled();
      // A press that cannot be written delays no other; the next tick retries it.
      await runInBatches([...waiting.values()], MAX_CONCURRENT_PRESSES, (one) =>
        tellPress(one).catch(failed),
      );
      const owned = updates.filter((update) => leases.owns(keyOfUpdate(update, monitors)));
      if (owned.length > 0) await parts.write(owned);
      remember(owned, nowMs, rooms, writtenStatus);
    } finally {
      writing = false;
    }
  }

  async function tellPress(pressed: RoomPress): Promise<void> {
    const isTaken = await parts.press(pressed.roomId, pressed.press);
    if (isTaken || !rooms.has(pressed.roomId)) waiting.delete(keyOf(pressed));
  }

  const failed = (error: unknown): void => {
    failedWrites += 1;
    parts.onWriteFailed(error);
  };

  return {
    async tick() {
      if (collecting) return;
      try {
        const nowMs = clock.nowMs();
        const updates = await moveOn(nowMs);
        // A slow database skips ticks instead of queueing them: the next write carries the newest
        // state.
        if (!writing) await writeOut(updates, nowMs);
      } catch (error) {
        failed(error);
      }
    },
    ring: (serial) => monitors.get(serial)?.ring,
    monitor(serial) {
      const monitor = monitors.get(serial);
      return monitor === undefined || isWaiting(monitor) ? undefined : monitor;
    },
    monitors: () => monitors.values(),
    waitingRooms,
    replay,
    counts: () => ({ devices: monitors.size, rooms: rooms.size, failedWrites }),
    close() {
      for (const monitor of monitors.values()) monitor.close();
      monitors.clear();
    },
  };
}

function moveOnRoom(room: RoomEntry, devices: readonly RoomDevice[], nowMs: number): MeasuredLive {
  const live = nextRoomLive(room.live, devices, nowMs);
  room.facts = nextRoomFacts(room.facts, live, devices, nowMs);
  room.live = live;
  return live;
}

const pressOf = (serial: string, { serverMs, ...press }: DevicePress): Press => ({
  ...press,
  serial,
  at: new Date(serverMs),
});
const keyOfUpdate = (update: LiveUpdate, monitors: ReadonlyMap<string, DeviceMonitor>): string =>
  update.kind === 'room'
    ? update.roomId
    : (monitors.get(update.serial)?.device.roomId ?? update.serial);
const keyOf = ({ press }: RoomPress): string =>
  `${press.streamId}/${press.sequence}/${press.deviceTimeUs}/${press.serial}`;

/** Records the written states, to decide which later changes are worth a write. */
function remember(
  updates: readonly LiveUpdate[],
  atMs: number,
  rooms: ReadonlyMap<string, RoomEntry>,
  writtenStatus: Map<string, Written<DeviceStatus>>,
): void {
  for (const update of updates) {
    if (update.kind === 'device') writtenStatus.set(update.serial, { state: update.status, atMs });
    else {
      const room = rooms.get(update.roomId);
      if (room !== undefined) room.written = { state: update.live, atMs };
    }
  }
}
