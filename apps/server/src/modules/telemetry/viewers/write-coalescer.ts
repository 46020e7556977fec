import type { Writable } from 'node:stream';

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
      if (raw.writableLength === 0) buffers.giveBack(buffer);
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
    giveBack(buffer: Buffer): void {
      if (buffer.length === POOLED_BUFFER_BYTES && free.length < MAX_POOLED_BUFFERS)
        free.push(buffer);
    },
  };
}
