import { Worker } from 'node:worker_threads';
import type { ProblemError } from '@yamori/domain';
import { getAbortReason } from './abort-reason.ts';

/** How long a thread may take to close its resources and exit after it reported its outcome. */
const CLOSE_TIMEOUT_MS = 5_000;

export type ThreadLimits = { readonly silentSeconds: number; readonly memoryMib: number };

type GuardedThread<Message, Result> = {
  readonly script: URL;
  readonly start: unknown;
  readonly limits: ThreadLimits;
  readonly signal: AbortSignal;
  /** Problems for a thread that sends no message for too long, or uses too much memory. */
  readonly refused: {
    readonly silent: (seconds: number) => ProblemError;
    readonly memory: (limitMib: number) => ProblemError;
  };
  /** Describes the work in error messages, for example `the reading of a file`. */
  readonly work: string;
  /** Outcome reported by a message; null while more will follow. Throws if the work failed. */
  readonly toOutcome: (message: Message) => { readonly value: Result } | null;
};

/**
 * Runs part of a job in its own thread. Terminates a thread that is silent for too long or uses too
 * much memory; only its open transaction is lost. Settles after the thread has exited, so that two
 * threads never write for one job. Rejects with a problem of `refused`, an error of `toOutcome`,
 * the thread's own error, or the reason of the abort.
 */
export function runInThread<Message, Result>({
  script,
  start,
  limits,
  signal,
  refused,
  work,
  toOutcome,
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
    const terminate = (outcome: () => void): void => {
      settle(outcome);
      void worker.terminate();
    };
    const letExit = (outcome: () => void): void => {
      settle(outcome);
      state.silence = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
    };
    const listen = (): void => {
      clearTimeout(state.silence);
      state.silence = setTimeout(
        () => terminate(() => reject(refused.silent(limits.silentSeconds))),
        limits.silentSeconds * 1000,
      );
    };
    const onAbort = (): void =>
      terminate(() => reject(getAbortReason(signal, `${work} was stopped`)));
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: Message) => {
      if (state.outcome !== null) return;
      listen();
      try {
        const outcome = toOutcome(message);
        if (outcome !== null) letExit(() => resolve(outcome.value));
      } catch (error) {
        letExit(() => reject(error));
      }
    });
    worker.on('error', (error) =>
      terminate(() => reject(isOutOfMemory(error) ? refused.memory(limits.memoryMib) : error)),
    );
    worker.once('exit', () => {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(state.silence);
      (state.outcome ?? (() => reject(new Error(`${work} ended without a result`))))();
    });
    listen();
    if (signal.aborted) onAbort();
  });
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
