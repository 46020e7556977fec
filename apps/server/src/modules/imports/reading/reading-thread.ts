import { ProblemError } from '@yamori/domain';
import { runInThread, type ThreadLimits } from '../../../core/messaging/jobs/managed-thread.ts';
import type { FromReading, ReadingStart } from './reading-messages.ts';

export type ReadingLimits = ThreadLimits;
type Result = Exclude<FromReading, { kind: 'progress' | 'refused' | 'failed' }>;

type Reading = {
  readonly limits: ReadingLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
};

/** Reads a file in its own thread. */
export const readInThread = (
  start: ReadingStart,
  { limits, signal, onProgress }: Reading,
): Promise<Result> =>
  runInThread<FromReading, Result>({
    script: new URL('./reading-worker.ts', import.meta.url),
    start,
    limits,
    signal,
    work: 'reading a file',
    refused: {
      silent: (seconds) => new ProblemError('import-timeout', { details: { seconds } }),
      memory: (limitMib) => new ProblemError('import-memory', { details: { limitMib } }),
    },
    toOutcome(message) {
      if (message.kind === 'progress') {
        onProgress(message.fraction);
        return null;
      }
      if (message.kind === 'refused') throw new ProblemError(message.problem);
      if (message.kind === 'failed') throw new Error(message.reason);
      return { value: message };
    },
  });
