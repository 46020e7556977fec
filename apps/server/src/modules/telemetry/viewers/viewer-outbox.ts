import type { Writable } from 'node:stream';
import type { FrameBatch } from './frame-batch.ts';
import type { WritePace } from './write-pace.ts';

/**
 * Frames on their way to one viewer: whole WebSocket messages, gathered for a moment and written to
 * the connection together, so that a viewer of many devices costs one write for all of them. Holds
 * at most `OUTBOX_BYTES` and a message.
 */
export type ViewerOutbox = {
  /**
   * How the frames of one slot come in: straight away while the viewer keeps up, `otherwise` while
   * it is behind or held.
   */
  readonly lane: (
    slot: number,
    otherwise: (batch: FrameBatch) => void,
  ) => (batch: FrameBatch) => void;
  readonly add: (slot: number, batch: FrameBatch) => void;
  /** While held, no lane leads here. */
  readonly hold: (held: boolean) => void;
  /** Writes what is gathered at once: before anything else goes to the same connection. */
  readonly flush: () => void;
  /** Gathered and not written yet. */
  readonly bytes: () => number;
};

/** More than this is written at once. */
export const OUTBOX_BYTES = 64 * 1024;

export type OutboxConnection = {
  /**
   * The socket itself, below the WebSocket library, which writes its own messages whole and at
   * once.
   */
  readonly raw: Writable;
  readonly isOpen: () => boolean;
  /** A viewer for whom more than this waits in the connection is behind. */
  readonly highBytes: number;
};

/**
 * All in one place: it is touched for every frame of every viewer, and fetching memory is most of
 * what that costs.
 */
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
    // A viewer that is behind holds its own bytes and nothing else: shared ones keep their
    // surroundings in memory.
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

/** One buffer is one call into the system, without the list that several would need. */
function writeTogether(
  raw: Writable,
  messages: readonly Buffer[],
  length: number,
  buffers: OutboxBuffers,
): void {
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

/**
 * Buffers that outboxes share, so that the thousands of writes a second leave nothing for the
 * garbage collector.
 */
export type OutboxBuffers = {
  /** A buffer of at least this length; what it holds is left over. */
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
