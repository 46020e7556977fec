import type { Writable } from 'node:stream';
import type { ServerMessage } from '@yamori/domain';
import type { WebSocket } from 'ws';
import { createFrameBatch, type FrameBatch } from './frame-batch.ts';

/**
 * Everything that the server sends over one live socket, in order.
 *
 * - Messages are never dropped.
 * - Frames are coalesced into few writes while the socket keeps up. While it lags, the newest
 *   frames of each slot wait; older ones are dropped and reported to the browser.
 *
 * A slow browser thus costs fixed memory and catches up to live data.
 */
export type SocketSendBuffer = {
  readonly send: (message: ServerMessage) => void;
  /** Returns a function that sends the frames of this slot; it copies bytes only to queue them. */
  readonly openSlot: (slot: number) => (batch: FrameBatch) => void;
  /** Discards the queued frames of this slot. */
  readonly closeSlot: (slot: number) => void;
  readonly isLagging: () => boolean;
  /** True if the server must disconnect the browser. */
  readonly isTooSlow: () => boolean;
  readonly close: () => void;
};

export type SendLimits = {
  /** Gathered bytes that trigger a write. */
  readonly maxGatheredBytes: number;
  /** The socket lags while it holds more unsent bytes than this. */
  readonly highWaterBytes: number;
  readonly maxQueuedBytesPerSlot: number;
  readonly drainEveryMs: number;
  /** The browser is too slow with more unsent bytes than this; messages count in full. */
  readonly maxUnsentBytes: number;
  /** The browser is too slow if no queued frame was sent for this long. */
  readonly stuckSeconds: number;
};

/** A WebSocket without compression, and the connection below it, to which frames are written. */
export type LiveSocket = { readonly socket: WebSocket; readonly raw: Writable };

type SendBufferDeps = {
  /** Shared by all sockets. */
  readonly coalescer: WriteCoalescer;
  readonly nowMs: () => number;
  readonly limits: SendLimits;
};

/** One object: every frame of every socket accesses it, and memory access dominates the cost. */
type Gathered = {
  messages: Buffer[];
  bytes: number;
  isScheduled: boolean;
  /** The socket lagged at the last write, or frames are queued. */
  isBlocked: boolean;
};

type QueuedFrames = { readonly batches: Uint8Array[]; bytes: number; dropped: number };

export function createSocketSendBuffer(
  { socket, raw }: LiveSocket,
  { coalescer, nowMs, limits }: SendBufferDeps,
): SocketSendBuffer {
  const gathered: Gathered = { messages: [], bytes: 0, isScheduled: false, isBlocked: false };
  const queued = new Map<number, QueuedFrames>();
  let drainTimer: NodeJS.Timeout | undefined;
  let progressAtMs = 0;

  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  const unsentBytes = (): number => raw.writableLength + gathered.bytes;
  const isLagging = (): boolean => unsentBytes() > limits.highWaterBytes;

  function flush(): void {
    const { messages, bytes } = gathered;
    if (messages.length === 0) return;
    gathered.messages = [];
    gathered.bytes = 0;
    if (!isOpen()) return;
    coalescer.write(raw, messages, bytes);
    gathered.isBlocked = isLagging() || drainTimer !== undefined;
  }

  const flushScheduled = (): void => {
    gathered.isScheduled = false;
    flush();
  };

  function gather(slot: number, batch: FrameBatch): void {
    const message = batch.messageFor(slot);
    gathered.messages.push(message);
    gathered.bytes += message.length;
    if (gathered.bytes >= limits.maxGatheredBytes) flush();
    else if (!gathered.isScheduled) {
      gathered.isScheduled = true;
      coalescer.schedule(flushScheduled);
    }
  }

  function enqueue(slot: number, { bytes }: FrameBatch): void {
    const entry = queued.get(slot) ?? { batches: [], bytes: 0, dropped: 0 };
    queued.set(slot, entry);
    entry.batches.push(bytes.slice());
    entry.bytes += bytes.length;
    while (entry.bytes > limits.maxQueuedBytesPerSlot && entry.batches.length > 1) {
      entry.bytes -= entry.batches.shift()?.length ?? 0;
      entry.dropped += 1;
    }
    if (drainTimer !== undefined) return;
    progressAtMs = nowMs();
    drainTimer = setInterval(drain, limits.drainEveryMs);
    gathered.isBlocked = true;
  }

  function drain(): void {
    for (const [slot, entry] of queued) {
      if (isLagging()) return;
      progressAtMs = nowMs();
      if (entry.dropped > 0) send({ type: 'dropped', slot, frames: entry.dropped });
      for (const batch of entry.batches) gather(slot, createFrameBatch(batch));
      queued.delete(slot);
    }
    stopDraining();
  }

  function stopDraining(): void {
    clearInterval(drainTimer);
    drainTimer = undefined;
    gathered.isBlocked = isLagging();
  }

  function send(message: ServerMessage): void {
    if (!isOpen()) return;
    // Messages about a slot must follow its earlier frames.
    flush();
    socket.send(JSON.stringify(message));
  }

  return {
    send,
    openSlot: (slot) => (batch) => {
      // While frames of a slot are queued, later ones queue behind them: this preserves order.
      const mustWait = gathered.isBlocked && (queued.has(slot) || isLagging());
      if (mustWait) enqueue(slot, batch);
      else gather(slot, batch);
    },
    closeSlot: (slot) => void queued.delete(slot),
    isLagging,
    isTooSlow() {
      const isStuck =
        drainTimer !== undefined && nowMs() - progressAtMs > limits.stuckSeconds * 1000;
      return isStuck || unsentBytes() > limits.maxUnsentBytes;
    },
    close() {
      stopDraining();
      queued.clear();
    },
  };
}

/**
 * Coalesces the writes of all live sockets: scheduled flushes run together, at most `windowMs`
 * after the first. A socket write costs the server far more than its bytes, and consecutive writes
 * are cheaper than scattered ones.
 */
export type WriteCoalescer = {
  /** Runs `flush` once; do not schedule it again before it ran. */
  readonly schedule: (flush: () => void) => void;
  /** Writes the messages, `bytes` long together, with one system call. */
  readonly write: (raw: Writable, messages: readonly Buffer[], bytes: number) => void;
  readonly close: () => void;
};

export function createWriteCoalescer(windowMs: number): WriteCoalescer {
  const buffers = createBufferPool();
  let scheduled: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flushAll(): void {
    timer = undefined;
    const flushes = scheduled;
    scheduled = [];
    for (const flush of flushes) flush();
  }

  return {
    schedule(flush) {
      scheduled.push(flush);
      timer ??= setTimeout(flushAll, windowMs);
    },
    write(raw, messages, bytes) {
      const [first] = messages;
      if (first === undefined) return;
      // A lagging socket gets its own copy: queued shared buffers would keep more memory alive.
      if (raw.writableLength > 0) {
        raw.write(joinInto(Buffer.allocUnsafeSlow(bytes), messages));
        return;
      }
      if (messages.length === 1) {
        raw.write(first);
        return;
      }
      const buffer = buffers.take(bytes);
      raw.write(joinInto(buffer, messages).subarray(0, bytes));
      // The system has taken the bytes, so the buffer is free again.
      if (raw.writableLength === 0) buffers.release(buffer);
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      scheduled = [];
    },
  };
}

function joinInto(target: Buffer, messages: readonly Buffer[]): Buffer {
  let offset = 0;
  for (const message of messages) {
    target.set(message, offset);
    offset += message.length;
  }
  return target;
}

const POOLED_BUFFER_BYTES = 16 * 1024;
const MAX_POOLED_BUFFERS = 64;

/** With pooled buffers, thousands of writes a second create no garbage. */
function createBufferPool() {
  const free: Buffer[] = [];
  return {
    /** A buffer of at least this length; its contents are undefined. */
    take: (bytes: number): Buffer =>
      bytes > POOLED_BUFFER_BYTES
        ? Buffer.allocUnsafeSlow(bytes)
        : (free.pop() ?? Buffer.allocUnsafeSlow(POOLED_BUFFER_BYTES)),
    release(buffer: Buffer): void {
      if (buffer.length === POOLED_BUFFER_BYTES && free.length < MAX_POOLED_BUFFERS)
        free.push(buffer);
    },
  };
}
