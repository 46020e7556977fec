import { ProblemError } from '@yamori/domain/problem';
import { isCheckNotice, type CheckNotice, type CheckOrder } from './check-messages.ts';
import type { FileCheck } from './file-check.ts';

type CheckOptions = {
  readonly sampleRateHz: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
};
export type CheckFile = (file: File, options: CheckOptions) => Promise<FileCheck>;
/** Bundles the files of one recording into one file. */
export type BundleFiles = (
  files: readonly File[],
  name: string,
  signal: AbortSignal,
) => Promise<File>;
export type StartWorker = () => Worker;

/**
 * Runs each file in its own worker, which is terminated with its memory when the work ends or is
 * cancelled.
 */
export function checkIn(startWorker: StartWorker): {
  readonly checkFile: CheckFile;
  readonly bundleFiles: BundleFiles;
} {
  return {
    checkFile: (file, { sampleRateHz, signal, onProgress }) =>
      workAt(startWorker(), { type: 'check-file', file, sampleRateHz }, signal, (notice) => {
        if (notice.type === 'check-progress') onProgress(notice.fraction);
        return notice.type === 'check-done' ? notice.check : null;
      }),
    bundleFiles: (files, name, signal) =>
      workAt(startWorker(), { type: 'bundle-files', files, name }, signal, (notice) =>
        notice.type === 'bundle-done' ? notice.file : null,
      ),
  };
}

/** @param getResult null until there is a result */
const workAt = <Result>(
  worker: Worker,
  order: CheckOrder,
  signal: AbortSignal,
  getResult: (notice: CheckNotice) => Result | null,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      worker.terminate();
    };
    const fail = (error: unknown): void => {
      end();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const stop = (): void => fail(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isCheckNotice(data)) return;
      if (data.type === 'check-failed') return fail(new ProblemError(data.problem));
      const result = getResult(data);
      if (result === null) return;
      end();
      resolve(result);
    });
    // The worker did not start, or a file has used up its memory.
    worker.addEventListener('error', () => fail(new ProblemError('import-memory')));
    worker.postMessage(order);
  });
