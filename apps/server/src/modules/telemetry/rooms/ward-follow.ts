import type { MeasuredLive, RoomFacts } from '@yamori/domain';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import type { RoomLeases } from './room-leases.ts';

export type Written<State> = { readonly state: State | null; readonly atMs: number };
export type RoomEntry = {
  /** Whether it awaits the replay of frames from before this server owned it. */
  isWaiting: boolean;
  live: MeasuredLive | null;
  facts: RoomFacts | null;
  written: Written<MeasuredLive>;
};

/**
 * Updates `epochs` to the keys that this server owns. A key whose epoch changed is omitted once.
 * Returns whether there was one.
 */
export function followEpochs(
  epochs: Map<string, number>,
  keys: readonly string[],
  leases: Pick<RoomLeases, 'epochOf'>,
): boolean {
  const before = new Map(epochs);
  let wasLost = false;
  epochs.clear();
  for (const key of keys) {
    const epoch = leases.epochOf(key);
    const last = before.get(key);
    if (epoch === null) continue;
    if (last === undefined || last === epoch) epochs.set(key, epoch);
    else wasLost = true;
  }
  return wasLost;
}

/** Updates `rooms` to this server’s rooms; a new one starts from its document’s live state. */
export function followRooms(
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
        written: { state: live, atMs: 0 },
      });
  }
}

/**
 * Forgets the written status of devices that are no longer this server’s: it is stale once another
 * server writes.
 */
export function forgetOthers(
  writtenStatus: Map<string, unknown>,
  devices: ReadonlyMap<string, LiveDevice>,
  epochs: ReadonlyMap<string, number>,
): void {
  for (const serial of writtenStatus.keys()) {
    const device = devices.get(serial);
    if (device === undefined || !epochs.has(device.roomId ?? serial)) writtenStatus.delete(serial);
  }
}
