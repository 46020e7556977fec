import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { StagedCommit } from '../staging/staging-store.ts';
import type { CompactionSettings, FromCompaction, ToCompaction } from './compaction-messages.ts';
import type { CompactionReport } from './compactor.ts';

/**
 * Compaction in a thread of its own, so that packing and writing chunks never hold up what devices and people wait
 * for. A thread that dies is started again; what it was moving stays staged, since a transaction moves whole or not.
 */
export type CompactionThread = {
  /** Hands over what was just staged, buffer included, so that it need not be read again; nothing when much is kept there already. */
  readonly offer: (commit: StagedCommit) => void;
  /** One pass now. Rejects when the thread dies in it. */
  readonly pass: (settleSeconds: number, restSeconds: number) => Promise<CompactionReport>;
  readonly keptBytes: () => number;
  /** Lets the running pass finish, for a while. */
  readonly close: () => Promise<void>;
};

export type CompactionThreadOptions = Omit<CompactionSettings, 'logLevel'> & {
  readonly log: Logger;
  /** Bytes of frames that the thread may keep. */
  readonly keptBytesMost: number;
  /** Each time one is started, so that a test can end it. */
  readonly onStarted?: (worker: Worker) => void;
};

const RESTART_MS = 1_000;
const CLOSE_PATIENCE_MS = 8_000;
const MEMORY_MIB = 1_024;

type Waiting = { readonly resolve: (report: CompactionReport) => void; readonly reject: (error: Error) => void };
type State = { worker: Worker | null; gone: Promise<void>; keptBytes: number; nextId: number; restart?: NodeJS.Timeout; closing: boolean };

export function startCompactionThread(options: CompactionThreadOptions): CompactionThread {
  const { log, keptBytesMost, onStarted, ...settings } = options;
  const waiting = new Map<number, Waiting>();
  const state: State = { worker: null, gone: Promise.resolve(), keptBytes: 0, nextId: 1, closing: false };

  function hear(message: FromCompaction): void {
    switch (message.kind) {
      case 'freed': state.keptBytes -= message.bytes; break;
      case 'log': log[message.level](message.fields, message.words); break;
      case 'passed': settle(message.id)?.resolve(message.report); break;
      case 'failed': settle(message.id)?.reject(new Error(message.reason)); break;
    }
  }

  function settle(id: number): Waiting | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }

  function start(): void {
    const workerData: CompactionSettings = { ...settings, logLevel: log.level };
    const worker = new Worker(new URL('./compaction-worker.ts', import.meta.url), { workerData, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB } });
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    Object.assign(state, { worker, gone, keptBytes: 0 });
    worker.on('message', hear);
    worker.on('error', (error) => log.error({ err: error }, 'the compaction thread failed'));
    worker.once('exit', (code) => {
      state.worker = null;
      for (const { reject } of waiting.values()) reject(new Error('the compaction thread ended'));
      waiting.clear();
      if (!state.closing) {
        log.error({ code }, 'the compaction thread ended; it is started again, and nothing is lost');
        state.restart = setTimeout(start, RESTART_MS);
      }
      resolve();
    });
    onStarted?.(worker);
  }

  const post = (message: ToCompaction, transfer: ArrayBuffer[] = []): void => state.worker?.postMessage(message, transfer);

  start();
  return {
    offer(commit) {
      if (state.worker === null || state.keptBytes + commit.bytes.length > keptBytesMost) return;
      state.keptBytes += commit.bytes.length;
      post({ kind: 'staged', commit }, [commit.bytes.buffer]);
    },
    pass: (settleSeconds, restSeconds) => {
      if (state.worker === null) return Promise.reject(new Error('the compaction thread is being started again'));
      const id = state.nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        post({ kind: 'pass', id, settleSeconds, restSeconds });
      });
    },
    keptBytes: () => state.keptBytes,
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
