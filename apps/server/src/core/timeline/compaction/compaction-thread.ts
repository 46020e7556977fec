import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { StagedPart } from '../staging/staging-store.ts';
import type {
  CompactionSettings,
  CompactionStart,
  FromCompaction,
  ToCompaction,
} from './compaction-messages.ts';
import type { CompactionReport } from './compactor.ts';
import { createSharedRing, type RingRoom } from './shared-ring.ts';

/**
 * Compaction in a thread of its own, so that packing and writing chunks never hold up what devices
 * and people wait for. A thread that dies is started again; what it was moving stays staged, since
 * a transaction moves whole or not.
 */
export type CompactionThread = {
  /**
   * Memory that the thread sees too, to write to what is going to be staged; null when much is kept
   * there already.
   */
  readonly reserve: (length: number) => RingRoom | null;
  /** Hands over what was staged, so that it need not be read again. */
  readonly offer: (room: RingRoom, batches: readonly StagedPart[]) => void;
  /** Gives back what was reserved and not staged. */
  readonly release: (room: RingRoom) => void;
  /** One pass now. Rejects when the thread dies in it. */
  readonly pass: (settleSeconds: number, restSeconds: number) => Promise<CompactionReport>;
  readonly keptBytes: () => number;
  /** Lets the running pass finish, for a while. */
  readonly close: () => Promise<void>;
};

export type CompactionThreadOptions = Omit<CompactionSettings, 'logLevel' | 'clockOffsetMs'> & {
  readonly log: Logger;
  readonly nowMs: () => number;
  /** Bytes of frames that the thread may keep. */
  readonly keptBytesMost: number;
  /** Each time one is started, so that a test can end it. */
  readonly onStarted?: (worker: Worker) => void;
};

const RESTART_MS = 1_000;
const CLOSE_PATIENCE_MS = 8_000;
const MEMORY_MIB = 1_024;

type Waiting = {
  readonly resolve: (report: CompactionReport) => void;
  readonly reject: (error: Error) => void;
};
type State = {
  worker: Worker | null;
  gone: Promise<void>;
  nextId: number;
  restart?: NodeJS.Timeout;
  closing: boolean;
};

export function startCompactionThread(options: CompactionThreadOptions): CompactionThread {
  const { log, keptBytesMost, nowMs, onStarted, ...settings } = options;
  const waiting = new Map<number, Waiting>();
  const ring = createSharedRing(keptBytesMost);
  /** Rooms that the thread has. */
  const offered = new Set<number>();
  const state: State = { worker: null, gone: Promise.resolve(), nextId: 1, closing: false };

  function hear(message: FromCompaction): void {
    switch (message.kind) {
      case 'freed':
        free(message.roomId);
        break;
      case 'log':
        log[message.level](message.fields, message.words);
        break;
      case 'passed':
        settle(message.id)?.resolve(message.report);
        break;
      case 'failed':
        settle(message.id)?.reject(new Error(message.reason));
        break;
    }
  }

  function free(roomId: number): void {
    offered.delete(roomId);
    ring.release(roomId);
  }

  function settle(id: number): Waiting | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }

  function start(): void {
    const workerData: CompactionStart = {
      ...settings,
      logLevel: log.level,
      clockOffsetMs: nowMs() - Date.now(),
      ring: ring.buffer,
    };
    const worker = new Worker(new URL('./compaction-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    Object.assign(state, { worker, gone });
    worker.on('message', hear);
    worker.on('error', (error) => log.error({ err: error }, 'the compaction thread failed'));
    worker.once('exit', (code) => {
      state.worker = null;
      for (const { reject } of waiting.values()) reject(new Error('the compaction thread ended'));
      waiting.clear();
      for (const roomId of offered) ring.release(roomId);
      offered.clear();
      if (!state.closing) {
        log.error(
          { code },
          'the compaction thread ended; it is started again, and nothing is lost',
        );
        state.restart = setTimeout(start, RESTART_MS);
      }
      resolve();
    });
    onStarted?.(worker);
  }

  const post = (message: ToCompaction): void => state.worker?.postMessage(message);

  start();
  return {
    reserve: (length) => (state.worker === null ? null : ring.reserve(length)),
    offer({ id, at, bytes }, batches) {
      if (state.worker === null) return ring.release(id);
      offered.add(id);
      post({ kind: 'staged', roomId: id, at, length: bytes.length, batches });
    },
    release: ({ id }) => ring.release(id),
    pass: (settleSeconds, restSeconds) => {
      if (state.worker === null)
        return Promise.reject(new Error('the compaction thread is being started again'));
      const id = state.nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        post({ kind: 'pass', id, settleSeconds, restSeconds });
      });
    },
    keptBytes: ring.usedBytes,
    async close() {
      state.closing = true;
      clearTimeout(state.restart);
      post({ kind: 'close' });
      // A transaction that is cut off is rolled back: its slots stay staged.
      const late = setTimeout(() => void state.worker?.terminate(), CLOSE_PATIENCE_MS);
      await state.gone;
      clearTimeout(late);
    },
  };
}
