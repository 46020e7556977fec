/** A part of the ring, from when it is reserved until it is released. */
export type RingRoom = {
  readonly id: number;
  readonly at: number;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
};

/**
 * Memory that two threads see, given out in the order of asking: what is written there once need
 * not be copied to the other thread. Fixed size; a room becomes free again when those before it are
 * free too.
 */
export type SharedRing = {
  readonly buffer: SharedArrayBuffer;
  /** null when there is no room of that length now. */
  readonly reserve: (length: number) => RingRoom | null;
  readonly release: (id: number) => void;
  /** Bytes that are reserved. */
  readonly usedBytes: () => number;
};

type Taken = { readonly id: number; readonly at: number; readonly end: number; isFree: boolean };

export function createSharedRing(size: number): SharedRing {
  const buffer = new SharedArrayBuffer(size);
  /** Oldest first. */
  const taken: Taken[] = [];
  const state = { nextId: 1, usedBytes: 0 };

  /** Where `length` bytes fit behind the newest, or at the beginning again. */
  function place(length: number): number | null {
    const [oldest] = taken;
    const newest = taken.at(-1);
    if (oldest === undefined || newest === undefined) return length <= size ? 0 : null;
    const isRound = newest.end <= oldest.at;
    // Half of what is in use is free again: going round now keeps the memory that is ever touched
    // small.
    if (!isRound && oldest.at >= Math.max(length, newest.end / 2)) return 0;
    if (newest.end + length <= (isRound ? oldest.at : size)) return newest.end;
    return !isRound && length <= oldest.at ? 0 : null;
  }

  return {
    buffer,
    reserve(length) {
      const at = length > 0 ? place(length) : null;
      if (at === null) return null;
      const id = state.nextId++;
      taken.push({ id, at, end: at + length, isFree: false });
      state.usedBytes += length;
      return { id, at, bytes: new Uint8Array(buffer, at, length) };
    },
    release(id) {
      const found = taken.find((room) => room.id === id);
      if (found === undefined || found.isFree) return;
      found.isFree = true;
      state.usedBytes -= found.end - found.at;
      while (taken[0]?.isFree === true) taken.shift();
    },
    usedBytes: () => state.usedBytes,
  };
}
