import { isDeepStrictEqual } from 'node:util';
import type { FeedChange } from '../../../core/documents/change-feed.ts';
import {
  getId,
  parseDevice,
  parseRoom,
  parseStreams,
  type DeviceFields,
  type DirectoryContent,
  type DirectoryRoom,
} from './directory-documents.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';

/** A device was moved (`roomId` null: to no room), or is seen for the first time. */
export type DeviceMoved = {
  readonly serial: string;
  readonly rootDomainId: string;
  readonly roomId: string | null;
};

/** The directory in memory. */
export type DirectoryIndex = Omit<LiveDirectory, 'close'> & {
  readonly replaceAll: (content: DirectoryContent) => void;
  readonly apply: (change: FeedChange) => void;
  /**
   * Notifies `listener` of each device whose key, type or organisation changed, or that was
   * removed.
   */
  readonly onDeviceChanged: (listener: (serial: string) => void) => void;
};

const NO_STREAMS: LiveDevice['streams'] = [];

export function createDirectoryIndex(onDeviceMoved: (moved: DeviceMoved) => void): DirectoryIndex {
  let types = new Map<string, LiveDevice['streams']>();
  let fields = new Map<string, DeviceFields>();
  let rooms = new Map<string, DirectoryRoom>();
  let devices = new Map<string, LiveDevice>();
  let revision = 0;
  const listeners = new Set<(serial: string) => void>();
  const announce = (serial: string): void => {
    for (const listener of listeners) listener(serial);
  };

  const withStreams = (device: DeviceFields): LiveDevice => ({
    ...device,
    streams: types.get(device.typeId) ?? NO_STREAMS,
  });
  const rebuild = (serial: string): void => {
    const device = fields.get(serial);
    if (device === undefined) devices.delete(serial);
    else devices.set(serial, withStreams(device));
    revision += 1;
  };

  const applyDevice = (change: FeedChange): void => {
    const serial = getId(change.path);
    const before = fields.get(serial);
    const after = change.after === null ? null : parseDevice(serial, change.after.data);
    if (after === null) fields.delete(serial);
    else fields.set(serial, after);
    const isMoved =
      after !== null &&
      (before?.roomId !== after.roomId || before.rootDomainId !== after.rootDomainId);
    if (!isMoved && after !== null && before !== undefined && sameConnection(before, after)) {
      // A new status needs no action, but later reads must see it.
      devices.set(serial, withStreams(after));
      return;
    }
    rebuild(serial);
    if (isMoved) onDeviceMoved(after);
    announce(serial);
  };

  const applyType = (change: FeedChange): void => {
    const typeId = getId(change.path);
    const streams = change.after === null ? undefined : parseStreams(change.after.data);
    // A repeated event or a new name must not restart the estimators.
    if (isDeepStrictEqual(streams, types.get(typeId))) return;
    if (streams === undefined) types.delete(typeId);
    else types.set(typeId, streams);
    for (const [serial, device] of fields) {
      if (device.typeId !== typeId) continue;
      rebuild(serial);
      announce(serial);
    }
  };

  const applyRoom = (change: FeedChange): void => {
    const roomId = getId(change.path);
    const known = rooms.get(roomId);
    if (change.after === null) rooms.delete(roomId);
    // Rooms of other servers too: on takeover, their open calls continue here. A change in the feed
    // may be older than the loaded document.
    else if (known === undefined || BigInt(change.after.version) > known.version)
      rooms.set(roomId, parseRoom(change.after));
    const existed = known !== undefined;
    if (existed !== rooms.has(roomId)) revision += 1;
  };

  return {
    devices: () => devices,
    rooms: () => rooms,
    revision: () => revision,
    onDeviceChanged: (listener) => void listeners.add(listener),
    apply(change) {
      if (change.collection === 'device') applyDevice(change);
      else if (change.collection === 'deviceType') applyType(change);
      else if (change.collection === 'room') applyRoom(change);
    },
    replaceAll(content) {
      const before = fields;
      types = reuseStreams(content.types, types);
      fields = content.devices;
      rooms = content.rooms;
      devices = new Map();
      for (const device of fields.values()) {
        rebuild(device.serial);
        onDeviceMoved(device);
      }
      // Changes in a gap of the feed were not announced; revoked keys must stop working.
      for (const [serial, known] of before) {
        const now = fields.get(serial);
        if (now === undefined || !sameConnection(known, now)) announce(serial);
      }
      revision += 1;
    },
  };
}

const sameConnection = (one: DeviceFields, other: DeviceFields): boolean =>
  one.keyHash === other.keyHash &&
  one.typeId === other.typeId &&
  one.domainId === other.domainId &&
  one.rootDomainId === other.rootDomainId;

/** Keeps the known object of unchanged streams: a monitor restarts when its streams change. */
function reuseStreams(
  types: ReadonlyMap<string, LiveDevice['streams']>,
  known: ReadonlyMap<string, LiveDevice['streams']>,
): Map<string, LiveDevice['streams']> {
  const entries = [...types].map(([typeId, streams]) => {
    const before = known.get(typeId);
    const isSame = before !== undefined && isDeepStrictEqual(streams, before);
    return [typeId, isSame ? before : streams] as const;
  });
  return new Map(entries);
}
