import type { MeasuredLive, RoomFacts } from '@yamori/domain';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import type { RoomLeases } from './room-leases.ts';

export type Written<State> = { readonly state: State | null; readonly atMs: number };
export type RoomEntry = {
  /** For what was received before this server owned it. */
  isWaiting: boolean;
  live: MeasuredLive | null;
  facts: RoomFacts | null;
  written: Written<MeasuredLive>;
};

/**
 * Keys that this server owns, with the epoch of their lease. One whose epoch changed is left out
 * once. @returns whether there was one
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

/** Rooms of this server, each taken up from what its document said last. */
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
 * What this server wrote last says nothing once another server writes: it takes up from the
 * document again.
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
