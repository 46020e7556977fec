import type { Writable } from 'node:stream';
import type { FrameBatch } from './frame-batch.ts';
import type { WritePace } from './write-pace.ts';

/**
 * Frames on their way to one viewer: whole WebSocket messages, gathered for a moment and written to the connection
 * together, so that a viewer of many devices costs one write for all of them. Holds at most `OUTBOX_BYTES` and a message.
 */
export type ViewerOutbox = {
  readonly add: (slot: number, batch: FrameBatch) => void;
  /** Writes what is gathered at once: before anything else goes to the same connection. */
  readonly flush: () => void;
  /** Gathered and not written yet. */
  readonly bytes: () => number;
  /** Whether more than `highBytes` waited for the viewer after the last write; at most one write old. */
  readonly wasBehind: () => boolean;
};

/** More than this is written at once. */
export const OUTBOX_BYTES = 64 * 1024;

export type OutboxConnection = {
  /** The socket itself, below the WebSocket library, which writes its own messages whole and at once. */
  readonly raw: Writable;
  readonly isOpen: () => boolean;
  readonly highBytes: number;
};

export function createViewerOutbox({ raw, isOpen, highBytes }: OutboxConnection, pace: WritePace, buffers: OutboxBuffers): ViewerOutbox {
  let gathered: Buffer[] = [];
  let bytes = 0;
  let asked = false;
  // Kept here, since asking the stream means going through several objects, for every frame of every viewer.
  let behind = false;

  function flush(): void {
    if (gathered.length === 0) return;
    const messages = gathered;
    const length = bytes;
    [gathered, bytes] = [[], 0];
    if (!isOpen()) return;
    const [only] = messages;
    // A viewer that is behind holds its own bytes and nothing else: shared ones keep their surroundings in memory.
    if (raw.writableLength > 0) raw.write(joined(messages, Buffer.allocUnsafeSlow(length)));
    else if (messages.length === 1 && only !== undefined) raw.write(only);
    else writeTogether(raw, messages, length, buffers);
    behind = raw.writableLength > highBytes;
  }

  const flushLater = (): void => {
    asked = false;
    flush();
  };

  return {
    add(slot, batch) {
      const message = batch.messageFor(slot);
      gathered.push(message);
      bytes += message.length;
      if (bytes >= OUTBOX_BYTES) flush();
      else if (!asked) {
        asked = true;
        pace.soon(flushLater);
      }
    },
    flush,
    bytes: () => bytes,
    wasBehind: () => behind,
  };
}

/** One buffer is one call into the system, without the list that several would need. */
function writeTogether(raw: Writable, messages: readonly Buffer[], length: number, buffers: OutboxBuffers): void {
  const buffer = buffers.take(length);
  raw.write(joined(messages, buffer).subarray(0, length));
  // Nothing waits in the stream: the system has taken the bytes, and the buffer is ours again.
  if (raw.writableLength === 0) buffers.giveBack(buffer);
}

function joined(messages: readonly Buffer[], into: Buffer): Buffer {
  let at = 0;
  for (const message of messages) {
    into.set(message, at);
    at += message.length;
  }
  return into;
}

/** Buffers that outboxes share, so that the thousands of writes a second leave nothing for the garbage collector. */
export type OutboxBuffers = {
  /** A buffer of at least this length; what it holds is left over. */
  readonly take: (bytes: number) => Buffer;
  readonly giveBack: (buffer: Buffer) => void;
};

const BUFFER_BYTES = 16 * 1024;

export function createOutboxBuffers(mostKept = 64): OutboxBuffers {
  const free: Buffer[] = [];
  return {
    take: (bytes) => (bytes > BUFFER_BYTES ? Buffer.allocUnsafeSlow(bytes) : (free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES))),
    giveBack(buffer) {
      if (buffer.length === BUFFER_BYTES && free.length < mostKept) free.push(buffer);
    },
  };
}
