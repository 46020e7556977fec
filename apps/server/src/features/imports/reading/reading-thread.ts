import { Worker } from 'node:worker_threads';
import { ProblemError, refuse } from '@yamori/domain';
import type { FromReading, ReadingStart } from './reading-messages.ts';

export type ReadingLimits = { readonly silentSeconds: number; readonly memoryMib: number };
type Result = Exclude<FromReading, { kind: 'progress' | 'refused' | 'failed' }>;

export type Reading = {
  readonly limits: ReadingLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
};

/**
 * Reads a file in a thread of its own. One that says nothing for too long, or takes too much memory, is ended: with it goes the
 * transaction that it had open, and nothing else.
 * @throws ProblemError those of the task, `import-timeout`, `import-memory` @throws Error when the thread fails or is aborted
 */
export function readInThread(start: ReadingStart, { limits, signal, onProgress }: Reading): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), { workerData: start, resourceLimits: { maxOldGenerationSizeMb: limits.memoryMib } });
    const state: { silence?: NodeJS.Timeout; outcome: (() => void) | null } = { outcome: null };
    /** The thread is gone before anybody goes on: two never write for one import. */
    const end = (outcome: () => void): void => {
      state.outcome ??= outcome;
      clearTimeout(state.silence);
      void worker.terminate();
    };
    const listen = (): void => {
      clearTimeout(state.silence);
      state.silence = setTimeout(() => end(() => reject(refuse('import-timeout', { details: { seconds: limits.silentSeconds } }))), limits.silentSeconds * 1000);
    };
    const onAbort = (): void => end(() => reject(new Error('the reading of a file was stopped')));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: FromReading) => {
      listen();
      if (message.kind === 'progress') onProgress(message.fraction);
      else if (message.kind === 'refused') end(() => reject(new ProblemError(message.problem)));
      else if (message.kind === 'failed') end(() => reject(new Error(message.reason)));
      else end(() => resolve(message));
    });
    worker.on('error', (error) => end(() => reject(isOutOfMemory(error) ? refuse('import-memory', { details: { limitMib: limits.memoryMib } }) : error)));
    worker.once('exit', () => {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(state.silence);
      (state.outcome ?? (() => reject(new Error('the thread that reads a file ended'))))();
    });
    listen();
    if (signal.aborted) onAbort();
  });
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
