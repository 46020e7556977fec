import { Worker } from 'node:worker_threads';
import { refuse } from '@yamori/domain';
import type { FromNight, NightStart } from './night-messages.ts';
import type { ReadNight } from './read-night.ts';

export type NightThreadLimits = { readonly silentSeconds: number; readonly memoryMib: number };
export const NIGHT_THREAD_LIMITS: NightThreadLimits = { silentSeconds: 300, memoryMib: 512 };

/**
 * Reads a night in a thread of its own, which is ended when it says nothing for too long or takes too much memory.
 * @throws ProblemError `night-timeout`, `night-memory` @throws Error when the thread fails or is aborted
 */
export function readNightInThread(start: NightStart, signal: AbortSignal, limits = NIGHT_THREAD_LIMITS): Promise<ReadNight> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./night-worker.ts', import.meta.url), { workerData: start, resourceLimits: { maxOldGenerationSizeMb: limits.memoryMib } });
    const state: { silence?: NodeJS.Timeout; outcome: (() => void) | null } = { outcome: null };
    const end = (outcome: () => void): void => {
      state.outcome ??= outcome;
      clearTimeout(state.silence);
      void worker.terminate();
    };
    const listen = (): void => {
      clearTimeout(state.silence);
      state.silence = setTimeout(() => end(() => reject(refuse('night-timeout', { details: { seconds: limits.silentSeconds } }))), limits.silentSeconds * 1000);
    };
    const onAbort = (): void => end(() => reject(new Error('the reading of a night was stopped')));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: FromNight) => {
      listen();
      if (message.kind === 'failed') end(() => reject(new Error(message.reason)));
      else if (message.kind === 'read') end(() => resolve(message.night));
    });
    worker.on('error', (error) => end(() => reject(isOutOfMemory(error) ? refuse('night-memory', { details: { limitMib: limits.memoryMib } }) : error)));
    worker.once('exit', () => {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(state.silence);
      (state.outcome ?? (() => reject(new Error('the thread that reads a night ended'))))();
    });
    listen();
    if (signal.aborted) onAbort();
  });
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
