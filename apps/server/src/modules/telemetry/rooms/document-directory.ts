import { isDeepStrictEqual } from 'node:util';
import {
  deviceCollection,
  deviceTypeCollection,
  isFileSerial,
  roomCollection,
} from '@yamori/domain';
import type { ChangeFeed, FeedChange } from '../../../core/documents/change-feed.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { everyDocument } from '../../../core/documents/list-all.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';

/** A device was moved (`roomId` null: to no room), or is seen for the first time. */
export type DeviceMoved = {
  readonly serial: string;
  readonly rootDomainId: string;
  readonly roomId: string | null;
};

type DocumentDirectoryParts = {
  readonly store: DocumentStore;
  readonly feed: ChangeFeed;
  readonly onDeviceMoved: (moved: DeviceMoved) => void;
  readonly onReloadFailed: (error: unknown) => void;
};

type DeviceFields = Omit<LiveDevice, 'streams'>;
type KeptRoom = { readonly live: ReturnType<typeof liveOf>; readonly version: bigint };
type Kept = {
  types: Map<string, LiveDevice['streams']>;
  devices: Map<string, DeviceFields>;
  rooms: Map<string, KeptRoom>;
  whole: Map<string, LiveDevice>;
};

/** Delay before another attempt at a failed reload. */
const RETRY_MS = 2_000;
const NO_STREAMS: LiveDevice['streams'] = [];

export type DocumentDirectory = LiveDirectory & {
  /**
   * Notifies `listener` of each device whose key, type or organisation changed, or that was
   * removed.
   */
  readonly onDeviceChanged: (listener: (serial: string) => void) => void;
};

/** Loads the directory from the documents and updates it from their change feed. */
export async function openDocumentDirectory(
  parts: DocumentDirectoryParts,
): Promise<DocumentDirectory> {
  const { store, feed } = parts;
  const kept: Kept = { types: new Map(), devices: new Map(), rooms: new Map(), whole: new Map() };
  let revision = 0;
  const listeners = new Set<(serial: string) => void>();
  const announce = (serial: string): void => {
    for (const listener of listeners) listener(serial);
  };
  // Changes that arrive during a load are buffered and applied after it.
  let early: FeedChange[] | null = [];

  const withStreams = (fields: DeviceFields): LiveDevice => ({
    ...fields,
    streams: kept.types.get(fields.typeId) ?? NO_STREAMS,
  });
  const rebuild = (serial: string): void => {
    const fields = kept.devices.get(serial);
    if (fields === undefined) kept.whole.delete(serial);
    else kept.whole.set(serial, withStreams(fields));
    revision += 1;
  };

  const applyDevice = (change: FeedChange): void => {
    const serial = idOf(change.path);
    const before = kept.devices.get(serial);
    const after = change.after === null ? null : deviceOf(serial, change.after.data);
    if (after === null) kept.devices.delete(serial);
    else kept.devices.set(serial, after);
    const moved =
      after !== null &&
      (before?.roomId !== after.roomId || before.rootDomainId !== after.rootDomainId);
    if (!moved && after !== null && before !== undefined && sameConnection(before, after)) {
      // A new status needs no action, but later reads must see it.
      kept.whole.set(serial, withStreams(after));
      return;
    }
    rebuild(serial);
    if (moved) parts.onDeviceMoved(after);
    announce(serial);
  };

  const applyType = (change: FeedChange): void => {
    const typeId = idOf(change.path);
    const known = kept.types.get(typeId);
    const streams = change.after === null ? undefined : streamsOf(change.after.data);
    // A repeated event or a new name must not restart the estimators.
    if (isDeepStrictEqual(streams, known)) return;
    if (streams === undefined) kept.types.delete(typeId);
    else kept.types.set(typeId, streams);
    for (const [serial, device] of kept.devices) {
      if (device.typeId !== typeId) continue;
      rebuild(serial);
      announce(serial);
    }
  };

  const applyRoom = (change: FeedChange): void => {
    const roomId = idOf(change.path);
    const known = kept.rooms.get(roomId);
    if (change.after === null) kept.rooms.delete(roomId);
    // Rooms of other servers too: on takeover, their open calls continue here. A change in the feed
    // may be older than the loaded document.
    else if (known === undefined || BigInt(change.after.version) > known.version)
      kept.rooms.set(roomId, roomOf(change.after));
    const existed = known !== undefined;
    if (existed !== kept.rooms.has(roomId)) revision += 1;
  };

  const apply = (change: FeedChange): void => {
    if (change.collection === 'device') applyDevice(change);
    else if (change.collection === 'deviceType') applyType(change);
    else if (change.collection === 'room') applyRoom(change);
  };

  const load = async (): Promise<void> => {
    const fresh: Kept = {
      types: new Map(),
      devices: new Map(),
      rooms: new Map(),
      whole: new Map(),
    };
    for await (const { path, data } of everything(store, 'deviceType')) {
      const known = kept.types.get(idOf(path));
      const streams = streamsOf(data);
      // Reuse the object: a monitor restarts when its streams change.
      const isSame = known !== undefined && isDeepStrictEqual(streams, known);
      fresh.types.set(idOf(path), isSame ? known : streams);
    }
    for await (const { path, data } of everything(store, 'device')) {
      const device = deviceOf(idOf(path), data);
      if (device !== null) fresh.devices.set(idOf(path), device);
    }
    for await (const room of everything(store, 'room'))
      fresh.rooms.set(idOf(room.path), roomOf(room));
    const before = kept.devices;
    Object.assign(kept, fresh);
    for (const device of kept.devices.values()) {
      rebuild(device.serial);
      parts.onDeviceMoved(device);
    }
    // Changes in a gap of the feed were not announced; revoked keys must stop working.
    for (const [serial, known] of before) {
      const now = kept.devices.get(serial);
      if (now === undefined || !sameConnection(known, now)) announce(serial);
    }
    revision += 1;
  };

  const retry: { timer?: NodeJS.Timeout; over: boolean; again: boolean } = {
    over: false,
    again: false,
  };
  const reload = (): void => {
    // A gap during a load: that load may have begun before the gap, so load again afterwards.
    retry.again = early !== null;
    if (retry.again) return;
    early = [];
    clearTimeout(retry.timer);
    load()
      .catch((error: unknown) => {
        parts.onReloadFailed(error);
        if (!retry.over) retry.timer = setTimeout(reload, RETRY_MS);
      })
      .finally(applyEarly);
  };
  const applyEarly = (): void => {
    const waiting = early ?? [];
    early = null;
    waiting.forEach(apply);
    if (retry.again && !retry.over) reload();
  };

  const following = feed.follow((event) => {
    if (event.kind === 'gap') reload();
    else if (early !== null) early.push(...event.changes);
    else event.changes.forEach(apply);
  });
  await load();
  applyEarly();

  const close = (): void => {
    following.close();
    retry.over = true;
    clearTimeout(retry.timer);
  };
  return {
    devices: () => kept.whole,
    rooms: () => kept.rooms,
    revision: () => revision,
    onDeviceChanged: (listener) => void listeners.add(listener),
    close,
  };
}

type Data = Readonly<Record<string, unknown>>;

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const sameConnection = (one: DeviceFields, other: DeviceFields): boolean =>
  one.keyHash === other.keyHash &&
  one.typeId === other.typeId &&
  one.domainId === other.domainId &&
  one.rootDomainId === other.rootDomainId;

function deviceOf(serial: string, data: Data): DeviceFields | null {
  // Devices of imported files never send, and there may be thousands.
  if (isFileSerial(serial) && (data['keyHash'] ?? null) === null) return null;
  const parsed = deviceFields.safeParse(data);
  // The id names its frames on the Bus, so it must be the serial.
  return parsed.success && parsed.data.serial === serial
    ? { ...parsed.data, lastStatus: statusField.catch(null).parse(data['status']) }
    : null;
}

const deviceFields = deviceCollection.schema
  .pick({
    serial: true,
    rootDomainId: true,
    domainId: true,
    roomId: true,
    typeId: true,
    keyHash: true,
  })
  .strip();
const statusField = deviceCollection.schema.shape.status;
const liveOf = (data: Data) =>
  roomCollection.schema.shape.live.catch(null).parse(data['live'] ?? null);
const roomOf = ({
  data,
  version,
}: {
  readonly data: Data;
  readonly version: string;
}): KeptRoom => ({ live: liveOf(data), version: BigInt(version) });
const streamsOf = (data: Data): LiveDevice['streams'] =>
  deviceTypeCollection.schema.shape.streams.catch([]).parse(data['streams'] ?? []);

const everything = (store: DocumentStore, collection: string) =>
  everyDocument(store, { collection, group: false, filters: [] });
