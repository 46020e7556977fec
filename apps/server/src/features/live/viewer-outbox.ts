import type { Writable } from 'node:stream';
import { FRAME_MESSAGE_HEADER_BYTES } from '@yamori/domain';
import type { WritePace } from './write-pace.ts';

/**
 * Frames on their way to one viewer. They are gathered as whole WebSocket messages, one behind the other, and written
 * to the connection together, so that a viewer of many devices costs one write for all of them. Copies what it is
 * given; holds at most `OUTBOX_BYTES` and a message.
 */
export type ViewerOutbox = {
  readonly add: (slot: number, batch: Uint8Array) => void;
  /** Writes what is gathered at once: before anything else goes to the same connection. */
  readonly flush: () => void;
  /** Gathered and not written yet. */
  readonly bytes: () => number;
};

/** More than this is written at once. */
export const OUTBOX_BYTES = 64 * 1024;
const SMALLEST_BUFFER_BYTES = 8 * 1024;

export type OutboxConnection = {
  /** The socket itself, below the WebSocket library, which writes its own messages whole and at once. */
  readonly raw: Writable;
  readonly isOpen: () => boolean;
};

export function createViewerOutbox({ raw, isOpen }: OutboxConnection, pace: WritePace, buffers: OutboxBuffers): ViewerOutbox {
  let buffer: Buffer | null = null;
  let used = 0;
  let asked = false;

  function flush(): void {
    if (buffer === null || used === 0) return;
    const written = buffer;
    const bytes = written.subarray(0, used);
    [buffer, used] = [null, 0];
    if (isOpen()) raw.write(bytes);
    // Nothing waits in the stream: the system has taken the bytes, and the buffer is ours again.
    if (raw.writableLength === 0) buffers.giveBack(written);
  }

  function makeRoom(needed: number): Buffer {
    if (used > 0 && used + needed > OUTBOX_BYTES) flush();
    if (buffer !== null && used + needed <= buffer.length) return buffer;
    const larger = buffers.take(Math.max(SMALLEST_BUFFER_BYTES, used + needed));
    if (buffer !== null) {
      buffer.copy(larger, 0, 0, used);
      buffers.giveBack(buffer);
    }
    buffer = larger;
    return larger;
  }

  return {
    add(slot, batch) {
      const payloadBytes = FRAME_MESSAGE_HEADER_BYTES + batch.length;
      const target = makeRoom(MOST_HEADER_BYTES + payloadBytes);
      used = writeHeader(target, used, payloadBytes);
      used = target.writeUInt32LE(slot, used);
      target.set(batch, used);
      used += batch.length;
      if (used >= OUTBOX_BYTES) flush();
      else if (!asked) {
        asked = true;
        pace.soon(() => {
          asked = false;
          flush();
        });
      }
    },
    flush,
    bytes: () => used,
  };
}

const MOST_HEADER_BYTES = 10;
const FINAL_BINARY = 0x82;

/** The head of a binary message of a server: whole, unmasked (RFC 6455, section 5.2). @returns where it ends. */
function writeHeader(target: Buffer, at: number, payloadBytes: number): number {
  target[at] = FINAL_BINARY;
  if (payloadBytes < 126) return target.writeUInt8(payloadBytes, at + 1);
  if (payloadBytes < 65_536) {
    target[at + 1] = 126;
    return target.writeUInt16BE(payloadBytes, at + 2);
  }
  target[at + 1] = 127;
  target.writeUInt32BE(0, at + 2);
  return target.writeUInt32BE(payloadBytes, at + 6);
}

/** Buffers that outboxes share, so that the thousands of writes a second leave nothing for the garbage collector. */
export type OutboxBuffers = {
  /** A buffer of at least this length; what it holds is left over. */
  readonly take: (bytes: number) => Buffer;
  readonly giveBack: (buffer: Buffer) => void;
};

export function createOutboxBuffers(mostKept = 1_024): OutboxBuffers {
  const free: Buffer[] = [];
  return {
    take(bytes) {
      if (bytes > SMALLEST_BUFFER_BYTES) return Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
      return free.pop() ?? Buffer.allocUnsafeSlow(SMALLEST_BUFFER_BYTES);
    },
    giveBack(buffer) {
      if (buffer.length === SMALLEST_BUFFER_BYTES && free.length < mostKept) free.push(buffer);
    },
  };
}
