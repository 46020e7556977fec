import type { DeviceStatus, MeasuredLive, RoomFacts } from '@yamori/domain';
import type { DeviceMonitor } from './device-monitor.ts';
import type { FrameOrderOptions } from './frame-order.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import type { RoomLeases } from './room-leases.ts';
import { toStoredStates, type StoredStates } from './stored-states.ts';

type Written<State> = { readonly state: State | null; readonly atMs: number };
export type RoomEntry = {
  /** Whether it awaits the replay of frames from before this server owned it. */
  isWaiting: boolean;
  live: MeasuredLive | null;
  facts: RoomFacts | null;
  /** Null once this server has its own estimates. */
  stored: StoredStates | null;
  written: Written<MeasuredLive>;
};

/** The rooms that this server owns and the monitors of their devices. */
export type OwnedRooms = {
  readonly rooms: ReadonlyMap<string, RoomEntry>;
  readonly monitors: ReadonlyMap<string, DeviceMonitor>;
  /** The last written status of each device, to decide which later ones are worth a write. */
  readonly writtenStatus: Map<string, Written<DeviceStatus>>;
  /**
   * Follows the directory and the leases; returns early if neither changed. A room that another
   * server owned in between is taken over by the next call.
   */
  readonly reconcile: () => void;
  readonly monitorsIn: (roomId: string) => DeviceMonitor[];
  /** Whether the room of a device awaits its replay. */
  readonly isWaiting: (monitor: DeviceMonitor) => boolean;
  readonly close: () => void;
};

/** Which rooms are this server's, and since when. */
export type RoomOwnership = Pick<RoomLeases, 'owns' | 'getEpoch' | 'revision'>;

type OwnedRoomsOptions = {
  readonly directory: LiveDirectory;
  readonly leases: Pick<RoomOwnership, 'getEpoch' | 'revision'>;
  /** Absent without a staging log: then no room waits. */
  readonly waitsForReplay?: ((roomId: string) => boolean) | undefined;
  readonly openMonitor: (
    device: LiveDevice,
    lastStatus: DeviceStatus | null,
    holds: FrameOrderOptions['holds'],
  ) => DeviceMonitor;
};

export function createOwnedRooms({
  directory,
  leases,
  waitsForReplay,
  openMonitor,
}: OwnedRoomsOptions): OwnedRooms {
  const monitors = new Map<string, DeviceMonitor>();
  const rooms = new Map<string, RoomEntry>();
  const writtenStatus = new Map<string, Written<DeviceStatus>>();
  /** The lease epoch under which each room, or device without a room, was taken over. */
  const epochs = new Map<string, number>();
  let reconciled = '';

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
    closeMonitors(devices);
    forgetOthers(writtenStatus, devices, epochs);
    for (const [serial, device] of devices) {
      if (monitors.has(serial) || !epochs.has(device.roomId ?? serial)) continue;
      const lastStatus = writtenStatus.get(serial)?.state ?? device.lastStatus;
      monitors.set(serial, openMonitor(device, lastStatus, getHolds(device.roomId)));
    }
    followRooms(rooms, directory, epochs, (roomId) => waitsForReplay?.(roomId) ?? false);
  }

  /** Closes the monitors of devices that moved, changed or belong to another server. */
  function closeMonitors(devices: ReadonlyMap<string, LiveDevice>): void {
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
  }

  function getHolds(roomId: string | null): FrameOrderOptions['holds'] {
    if (waitsForReplay === undefined) return 'nothing';
    if (roomId === null || !directory.rooms().has(roomId)) return 'gaps';
    return (rooms.get(roomId)?.isWaiting ?? waitsForReplay(roomId)) ? 'untilReleased' : 'gaps';
  }

  return {
    rooms,
    monitors,
    writtenStatus,
    reconcile,
    monitorsIn: (roomId) => [...monitors.values()].filter(({ device }) => device.roomId === roomId),
    isWaiting: ({ device }) =>
      device.roomId !== null && rooms.get(device.roomId)?.isWaiting === true,
    close() {
      for (const monitor of monitors.values()) monitor.close();
      monitors.clear();
    },
  };
}

/**
 * Updates `epochs` to the keys that this server owns. A key whose epoch changed is omitted once.
 * Returns whether there was one.
 */
function followEpochs(
  epochs: Map<string, number>,
  keys: readonly string[],
  leases: Pick<RoomLeases, 'getEpoch'>,
): boolean {
  const before = new Map(epochs);
  let wasLost = false;
  epochs.clear();
  for (const key of keys) {
    const epoch = leases.getEpoch(key);
    const last = before.get(key);
    if (epoch === null) continue;
    if (last === undefined || last === epoch) epochs.set(key, epoch);
    else wasLost = true;
  }
  return wasLost;
}

/** Updates `rooms` to this server’s rooms; a new one starts from its document’s live state. */
function followRooms(
  rooms: Map<string, RoomEntry>,
  directory: LiveDirectory,
  epochs: ReadonlyMap<string, number>,
  waits: (roomId: string) => boolean,
): void {
  const known = directory.rooms();
  for (const roomId of rooms.keys())
    if (!known.has(roomId) || !epochs.has(roomId)) rooms.delete(roomId);
  for (const [roomId, { live }] of known) {
    if (!rooms.has(roomId) && epochs.has(roomId))
      rooms.set(roomId, {
        isWaiting: waits(roomId),
        live,
        facts: null,
        stored: toStoredStates(live),
        written: { state: live, atMs: 0 },
      });
  }
}

/**
 * Forgets the written status of devices that are no longer this server’s: it is stale once another
 * server writes.
 */
function forgetOthers(
  writtenStatus: Map<string, unknown>,
  devices: ReadonlyMap<string, LiveDevice>,
  epochs: ReadonlyMap<string, number>,
): void {
  for (const serial of writtenStatus.keys()) {
    const device = devices.get(serial);
    if (device === undefined || !epochs.has(device.roomId ?? serial)) writtenStatus.delete(serial);
  }
}
