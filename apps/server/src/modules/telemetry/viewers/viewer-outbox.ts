import type { Writable } from 'node:stream';
import type { FrameBatch } from './frame-batch.ts';
import type { WritePace } from './write-pace.ts';

/**
 * Send buffer of one viewer: whole WebSocket messages, briefly gathered and written together, so
 * that a viewer of many devices costs one write for all. Holds at most `OUTBOX_BYTES` plus one
 * message.
 */
type ViewerOutbox = {
  /**
   * Receiver for the frames of one slot: gathers them while the viewer keeps up, and calls
   * `otherwise` while it lags or is held.
   */
  readonly lane: (
    slot: number,
    otherwise: (batch: FrameBatch) => void,
  ) => (batch: FrameBatch) => void;
  readonly add: (slot: number, batch: FrameBatch) => void;
  /** While held, lanes pass frames to `otherwise`. */
  readonly hold: (held: boolean) => void;
  /** Writes the gathered messages now; call it before other writes to the same connection. */
  readonly flush: () => void;
  /** Gathered and not written yet. */
  readonly bytes: () => number;
};

/** Gathered bytes that trigger a write. */
export const OUTBOX_BYTES = 64 * 1024;

type OutboxConnection = {
  /** The socket below the WebSocket library, which writes its messages whole and immediately. */
  readonly raw: Writable;
  readonly isOpen: () => boolean;
  /** A viewer lags if more bytes than this wait in the connection. */
  readonly highBytes: number;
};

/** One object: every frame of every viewer accesses it, and memory access dominates the cost. */
type Gathered = {
  messages: Buffer[];
  bytes: number;
  isAsked: boolean;
  isHeld: boolean;
  isBehind: boolean;
};

export function createViewerOutbox(
  { raw, isOpen, highBytes }: OutboxConnection,
  pace: WritePace,
  buffers: OutboxBuffers,
): ViewerOutbox {
  const gathered: Gathered = {
    messages: [],
    bytes: 0,
    isAsked: false,
    isHeld: false,
    isBehind: false,
  };

  function flush(): void {
    const { messages, bytes } = gathered;
    if (messages.length === 0) return;
    gathered.messages = [];
    gathered.bytes = 0;
    if (!isOpen()) return;
    const [only] = messages;
    // A lagging viewer gets its own copy: queued shared buffers would keep more memory alive.
    if (raw.writableLength > 0) raw.write(joined(messages, Buffer.allocUnsafeSlow(bytes)));
    else if (messages.length === 1 && only !== undefined) raw.write(only);
    else writeTogether(raw, messages, bytes, buffers);
    gathered.isBehind = raw.writableLength > highBytes;
  }

  const flushLater = (): void => {
    gathered.isAsked = false;
    flush();
  };

  function add(slot: number, batch: FrameBatch): void {
    const message = batch.messageFor(slot);
    gathered.messages.push(message);
    gathered.bytes += message.length;
    if (gathered.bytes >= OUTBOX_BYTES) flush();
    else if (!gathered.isAsked) {
      gathered.isAsked = true;
      pace.soon(flushLater);
    }
  }

  return {
    lane: (slot, otherwise) => (batch) => {
      if (gathered.isBehind || gathered.isHeld) otherwise(batch);
      else add(slot, batch);
    },
    add,
    hold: (held) => {
      gathered.isHeld = held;
    },
    flush,
    bytes: () => gathered.bytes,
  };
}

/** One joined buffer needs one system call and no list of buffers. */
function writeTogether(
  raw: Writable,
  messages: readonly Buffer[],
  length: number,
  buffers: OutboxBuffers,
): void {
  const buffer = buffers.take(length);
  raw.write(joined(messages, buffer).subarray(0, length));
  // The system has taken the bytes, so the buffer is free again.
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

/** Buffer pool shared by outboxes; thousands of writes a second then create no garbage. */
export type OutboxBuffers = {
  /** A buffer of at least this length; its contents are undefined. */
  readonly take: (bytes: number) => Buffer;
  readonly giveBack: (buffer: Buffer) => void;
};

const BUFFER_BYTES = 16 * 1024;

export function createOutboxBuffers(mostKept = 64): OutboxBuffers {
  const free: Buffer[] = [];
  return {
    take: (bytes) =>
      bytes > BUFFER_BYTES
        ? Buffer.allocUnsafeSlow(bytes)
        : (free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)),
    giveBack(buffer) {
      if (buffer.length === BUFFER_BYTES && free.length < mostKept) free.push(buffer);
    },
  };
}
