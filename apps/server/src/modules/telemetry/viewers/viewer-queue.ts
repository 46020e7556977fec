import { createFrameBatch, type FrameBatch } from './frame-batch.ts';

/**
 * Queue between live frames and one viewer’s socket. While the socket keeps up, frames pass
 * straight through. When it lags, the newest `maxBytesPerSlot` of each slot wait; older ones are
 * dropped and counted. A slow viewer thus costs fixed memory and catches up to live data.
 */
type ViewerQueue = {
  /** Sends or queues a batch; copies the bytes only to queue them. */
  readonly send: (slot: number, batch: FrameBatch) => void;
  readonly forget: (slot: number) => void;
  /** Queued bytes, and how long the socket has made no progress. */
  readonly waiting: () => { readonly bytes: number; readonly forMs: number };
  readonly close: () => void;
};

export type ViewerSink = {
  readonly bufferedBytes: () => number;
  /** Set while frames are queued here: newer frames must not bypass the queue. */
  readonly hold: (held: boolean) => void;
  readonly sendFrames: (slot: number, batch: FrameBatch) => void;
  /** Called for each slot and drain with the number of dropped batches. */
  readonly reportDropped: (slot: number, batches: number) => void;
};

export type ViewerQueueLimits = {
  readonly sinkHighBytes: number;
  readonly maxBytesPerSlot: number;
  readonly drainEveryMs: number;
};

export const DEFAULT_VIEWER_QUEUE_LIMITS: ViewerQueueLimits = {
  sinkHighBytes: 512 * 1024,
  maxBytesPerSlot: 64 * 1024,
  drainEveryMs: 50,
};

type Slot = { batches: Uint8Array[]; bytes: number; dropped: number };

export function createViewerQueue(
  sink: ViewerSink,
  nowMs: () => number,
  limits: ViewerQueueLimits = DEFAULT_VIEWER_QUEUE_LIMITS,
): ViewerQueue {
  const slots = new Map<number, Slot>();
  let timer: NodeJS.Timeout | undefined;
  let waitingSinceMs = 0;

  const isBehind = (): boolean => sink.bufferedBytes() > limits.sinkHighBytes;

  function keep(slot: number, { bytes }: FrameBatch): void {
    const entry = slots.get(slot) ?? { batches: [], bytes: 0, dropped: 0 };
    slots.set(slot, entry);
    entry.batches.push(bytes.slice());
    entry.bytes += bytes.length;
    while (entry.bytes > limits.maxBytesPerSlot && entry.batches.length > 1) {
      entry.bytes -= entry.batches.shift()?.length ?? 0;
      entry.dropped += 1;
    }
    if (timer === undefined) {
      waitingSinceMs = nowMs();
      timer = setInterval(drain, limits.drainEveryMs);
      sink.hold(true);
    }
  }

  function drain(): void {
    for (const [slot, entry] of slots) {
      if (isBehind()) return;
      waitingSinceMs = nowMs();
      if (entry.dropped > 0) sink.reportDropped(slot, entry.dropped);
      for (const batch of entry.batches) sink.sendFrames(slot, createFrameBatch(batch));
      slots.delete(slot);
    }
    stop();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    sink.hold(false);
  }

  return {
    send(slot, batch) {
      // While frames of a slot are queued, later ones queue behind them: this preserves order.
      if (slots.has(slot) || isBehind()) keep(slot, batch);
      else sink.sendFrames(slot, batch);
    },
    forget: (slot) => void slots.delete(slot),
    waiting: () => ({
      bytes: [...slots.values()].reduce((sum, entry) => sum + entry.bytes, 0),
      forMs: timer === undefined ? 0 : nowMs() - waitingSinceMs,
    }),
    close() {
      stop();
      slots.clear();
    },
  };
}
