/** Writes integers of any size as varints: groups of 7 bits, least significant first. */
export type ByteWriter = {
  /** An integer from 0 to 2^53 - 1. */
  readonly unsigned: (value: number) => void;
  /** An integer of magnitude below 2^52 (zigzag). */
  readonly signed: (value: number) => void;
  readonly bytes: (bytes: Uint8Array) => void;
  readonly finish: () => Uint8Array;
};

export function createByteWriter(capacity = 256): ByteWriter {
  const state = { buffer: new Uint8Array(capacity), length: 0 };

  function reserve(more: number): void {
    if (state.length + more <= state.buffer.length) return;
    const larger = new Uint8Array(Math.max(state.buffer.length * 2, state.length + more));
    larger.set(state.buffer.subarray(0, state.length));
    state.buffer = larger;
  }

  function unsigned(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${value} is not a non-negative integer`);
    reserve(8);
    let left = value;
    // Division instead of shifts, because numbers may exceed 32 bits.
    for (; left >= 128; left = Math.floor(left / 128))
      state.buffer[state.length++] = (left % 128) | 128;
    state.buffer[state.length++] = left;
  }

  return {
    unsigned,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    bytes(bytes) {
      reserve(bytes.length);
      state.buffer.set(bytes, state.length);
      state.length += bytes.length;
    },
    finish: () => state.buffer.subarray(0, state.length),
  };
}

export type ByteReader = {
  readonly unsigned: () => number;
  readonly signed: () => number;
  readonly bytes: (length: number) => Uint8Array;
  readonly left: () => number;
};

/**
 * Throws a RangeError on reads beyond the end, because a truncated chunk is a bug or a damaged
 * disk.
 */
export function createByteReader(buffer: Uint8Array): ByteReader {
  const state = { at: 0 };

  function unsigned(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = buffer[state.at++];
      if (byte === undefined) throw new RangeError('stored bytes end too early');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  return {
    unsigned,
    signed: () => {
      const folded = unsigned();
      return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    },
    bytes(length) {
      if (state.at + length > buffer.length) throw new RangeError('stored bytes end too early');
      state.at += length;
      return buffer.subarray(state.at - length, state.at);
    },
    left: () => buffer.length - state.at,
  };
}
