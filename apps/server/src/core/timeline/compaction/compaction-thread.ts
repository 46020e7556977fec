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
 * Compaction in its own thread, so that packing and writing chunks do not delay devices and
 * members. A thread that dies is restarted; what it was moving stays staged, because its
 * transactions are atomic.
 */
export type CompactionThread = {
  /** Reserves shared memory for frames to be staged; null when the ring is full. */
  readonly reserve: (length: number) => RingRoom | null;
  /** Passes staged frames to the thread, so that it need not read them. */
  readonly offer: (room: RingRoom, batches: readonly StagedPart[]) => void;
  /** Releases reserved memory that was not staged. */
  readonly release: (room: RingRoom) => void;
  /** Runs one pass now; rejects when the thread dies during the pass. */
  readonly pass: (settleSeconds: number, restSeconds: number) => Promise<CompactionReport>;
  readonly keptBytes: () => number;
  /** Lets the running pass finish, up to a timeout. */
  readonly close: () => Promise<void>;
};

type CompactionThreadOptions = Omit<CompactionSettings, 'logLevel' | 'clockOffsetMs'> & {
  readonly log: Logger;
  readonly nowMs: () => number;
  /** Bytes of frames that the thread may keep. */
  readonly maxKeptBytes: number;
  /** Called for each started worker, so that a test can kill it. */
  readonly onStarted?: (worker: Worker) => void;
};

const RESTART_MS = 1_000;
const CLOSE_TIMEOUT_MS = 8_000;
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
  const { log, maxKeptBytes, nowMs, onStarted, ...settings } = options;
  const waiting = new Map<number, Waiting>();
  const ring = createSharedRing(maxKeptBytes);
  /** Rooms that the thread owns. */
  const offered = new Set<number>();
  const state: State = { worker: null, gone: Promise.resolve(), nextId: 1, closing: false };

  function receive(message: FromCompaction): void {
    switch (message.kind) {
      case 'freed':
        free(message.roomId);
        break;
      case 'log':
        log[message.level](message.fields, message.text);
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
    worker.on('message', receive);
    worker.on('error', (error) => log.error({ err: error }, 'compaction thread failed'));
    worker.once('exit', (code) => {
      state.worker = null;
      for (const { reject } of waiting.values()) reject(new Error('the compaction thread ended'));
      waiting.clear();
      for (const roomId of offered) ring.release(roomId);
      offered.clear();
      if (!state.closing) {
        log.error({ code }, 'compaction thread ended; restarting');
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
        return Promise.reject(new Error('the compaction thread is restarting'));
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
      // An interrupted transaction is rolled back: its slots stay staged.
      const late = setTimeout(() => void state.worker?.terminate(), CLOSE_TIMEOUT_MS);
      await state.gone;
      clearTimeout(late);
    },
  };
}
