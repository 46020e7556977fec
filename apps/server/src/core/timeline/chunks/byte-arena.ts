/** Gives memory for `length` bytes. */
export type Allocate = (length: number) => Uint8Array;

/**
 * Memory for the parts of one statement, one behind the other, used again for the next: what would
 * otherwise be garbage by the megabyte. Beyond its size parts get memory of their own.
 */
export type ByteArena = { readonly take: Allocate; readonly clear: () => void };

export function createByteArena(size: number): ByteArena {
  const buffer = new Uint8Array(size);
  const state = { used: 0 };
  return {
    take(length) {
      if (state.used + length > size) return new Uint8Array(length);
      state.used += length;
      return buffer.subarray(state.used - length, state.used);
    },
    clear: () => {
      state.used = 0;
    },
  };
}

/**
 * Many byte strings as one parameter and where each lies in it (counted from 1). An array of bytea
 * would travel as text in hexadecimal; a single one travels as it is. Parts that lie one behind the
 * other already are not copied.
 */
export function cut(parts: readonly Uint8Array[]): {
  readonly joined: Buffer;
  readonly at: number[];
  readonly length: number[];
} {
  let end = 1;
  const at = parts.map((part) => {
    const begin = end;
    end += part.length;
    return begin;
  });
  return { joined: joinedOf(parts, end - 1), at, length: parts.map((part) => part.length) };
}

function joinedOf(parts: readonly Uint8Array[], length: number): Buffer {
  const [first] = parts;
  if (first === undefined) return Buffer.alloc(0);
  let next = first.byteOffset;
  const isWhole = parts.every((part) => {
    const follows = part.buffer === first.buffer && part.byteOffset === next;
    next += part.length;
    return follows;
  });
  return isWhole ? Buffer.from(first.buffer, first.byteOffset, length) : Buffer.concat(parts);
}
