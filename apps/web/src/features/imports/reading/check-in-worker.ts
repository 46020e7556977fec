import { ProblemError, refuse } from '@yamori/domain';
import { isCheckNotice, type CheckOrder } from './check-messages.ts';
import type { FileCheck } from './file-check.ts';

export type CheckOptions = { readonly sampleRateHz: number | null; readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void };
export type CheckFile = (file: File, options: CheckOptions) => Promise<FileCheck>;

/** Checks each file in a worker of its own, which goes with its memory when the check is over or given up. */
export const checkIn = (startWorker: () => Worker): CheckFile => (file, { sampleRateHz, signal, onProgress }) => new Promise((resolve, reject) => {
  signal.throwIfAborted();
  const worker = startWorker();
  const end = (): void => {
    signal.removeEventListener('abort', stop);
    worker.terminate();
  };
  const fail = (error: unknown): void => {
    end();
    reject(error instanceof Error ? error : new Error(String(error)));
  };
  const stop = (): void => fail(signal.reason);
  signal.addEventListener('abort', stop);
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isCheckNotice(data)) return;
    if (data.type === 'check-progress') return onProgress(data.fraction);
    if (data.type === 'check-failed') return fail(new ProblemError(data.problem));
    end();
    resolve(data.check);
  });
  // A worker that could not be had, or whose memory a file has used up.
  worker.addEventListener('error', () => fail(refuse('import-memory')));
  const order: CheckOrder = { type: 'check-file', file, sampleRateHz };
  worker.postMessage(order);
});
