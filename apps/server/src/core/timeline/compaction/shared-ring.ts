/** A part of the ring between `reserve` and `release`. */
export type RingRoom = {
  readonly id: number;
  readonly at: number;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
};

/**
 * Ring buffer in memory shared by two threads, so that data need not be copied between them. Fixed
 * size; a room is reusable once it and all before it are free.
 */
type SharedRing = {
  readonly buffer: SharedArrayBuffer;
  /** Null when no contiguous room of that length is free. */
  readonly reserve: (length: number) => RingRoom | null;
  readonly release: (id: number) => void;
  /** Reserved bytes. */
  readonly usedBytes: () => number;
};

type Taken = { readonly id: number; readonly at: number; readonly end: number; isFree: boolean };

export function createSharedRing(size: number): SharedRing {
  const buffer = new SharedArrayBuffer(size);
  /** Oldest first. */
  const taken: Taken[] = [];
  const state = { nextId: 1, usedBytes: 0 };

  /** Position for `length` bytes after the newest room, or at the beginning. */
  function place(length: number): number | null {
    const [oldest] = taken;
    const newest = taken.at(-1);
    if (oldest === undefined || newest === undefined) return length <= size ? 0 : null;
    const isRound = newest.end <= oldest.at;
    // Half of the used part is free again: wrapping now limits how much memory is ever touched.
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
