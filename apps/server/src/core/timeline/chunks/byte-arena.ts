/** Allocates `length` bytes. */
export type Allocate = (length: number) => Uint8Array;

/**
 * Contiguous memory for the parts of one statement, reused for the next, which avoids megabytes of
 * garbage. Parts beyond its size get separate memory.
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
 * Joins byte strings into one parameter, with the 1-based position of each: an array of bytea would
 * be sent as hexadecimal text. Contiguous parts are not copied.
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
  return { joined: join(parts, end - 1), at, length: parts.map((part) => part.length) };
}

function join(parts: readonly Uint8Array[], length: number): Buffer {
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
