import { Worker } from 'node:worker_threads';
import type { ProblemError } from '@yamori/domain';
import { stopReason } from './stop-reason.ts';

/**
 * A thread that has said what it came to closes what it opened and ends by itself; one that does
 * not is ended.
 */
const CLOSE_PATIENCE_MS = 5_000;

export type ThreadLimits = { readonly silentSeconds: number; readonly memoryMib: number };

export type GuardedThread<Message, Result> = {
  readonly script: URL;
  readonly start: unknown;
  readonly limits: ThreadLimits;
  readonly signal: AbortSignal;
  /**
   * What it is refused with when it says nothing for so long, or takes more than so much memory.
   */
  readonly refused: {
    readonly silent: (seconds: number) => ProblemError;
    readonly memory: (limitMib: number) => ProblemError;
  };
  /** What it does, in the words of an error: `the reading of a file`. */
  readonly work: string;
  /** What a message means: null while there is more to come. Throws what the work ended with. */
  readonly outcomeOf: (message: Message) => { readonly value: Result } | null;
};

/**
 * Does a part of a job in a thread of its own. One that says nothing for too long, or takes too
 * much memory, is ended: with it goes the transaction that it had open, and nothing else. The
 * thread is gone before anybody goes on: two never write for one job.
 * @throws ProblemError those of `refused` and of `outcomeOf` @throws Error when the thread fails or
 * is aborted
 */
export function runInThread<Message, Result>({
  script,
  start,
  limits,
  signal,
  refused,
  work,
  outcomeOf,
}: GuardedThread<Message, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMib },
    });
    const state: { silence?: NodeJS.Timeout; outcome: (() => void) | null } = { outcome: null };
    const settle = (outcome: () => void): void => {
      state.outcome ??= outcome;
      clearTimeout(state.silence);
    };
    const end = (outcome: () => void): void => {
      settle(outcome);
      void worker.terminate();
    };
    const letEnd = (outcome: () => void): void => {
      settle(outcome);
      state.silence = setTimeout(() => void worker.terminate(), CLOSE_PATIENCE_MS);
    };
    const listen = (): void => {
      clearTimeout(state.silence);
      state.silence = setTimeout(
        () => end(() => reject(refused.silent(limits.silentSeconds))),
        limits.silentSeconds * 1000,
      );
    };
    const onAbort = (): void => end(() => reject(stopReason(signal, `${work} was stopped`)));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: Message) => {
      if (state.outcome !== null) return;
      listen();
      try {
        const outcome = outcomeOf(message);
        if (outcome !== null) letEnd(() => resolve(outcome.value));
      } catch (error) {
        letEnd(() => reject(error));
      }
    });
    worker.on('error', (error) =>
      end(() => reject(isOutOfMemory(error) ? refused.memory(limits.memoryMib) : error)),
    );
    worker.once('exit', () => {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(state.silence);
      (state.outcome ?? (() => reject(new Error(`${work} ended`))))();
    });
    listen();
    if (signal.aborted) onAbort();
  });
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
