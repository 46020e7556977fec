import type { ProblemError } from '@yamori/domain';
import { runInThread, type ThreadLimits } from '../messaging/jobs/guarded-thread.ts';

/** What a thread that draws a paper says (paper-worker.ts). */
export type FromPaperThread =
  | { readonly kind: 'made'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

export type PaperThread<Order> = {
  /** A worker that answers by `answerOrder`. */
  readonly script: URL;
  readonly order: Order;
  readonly signal: AbortSignal;
  /** In the words of an error: `the making of a report`. */
  readonly work: string;
  readonly refused: {
    readonly silent: (seconds: number) => ProblemError;
    readonly memory: (limitMib: number) => ProblemError;
  };
  readonly limits?: ThreadLimits;
};

const LIMITS: ThreadLimits = { silentSeconds: 60, memoryMib: 512 };

/**
 * Draws pages in a thread of their own: they are arithmetic that must hold up nobody's alarm. It
 * ends with whoever waits. @throws ProblemError those of `refused`
 */
export const drawInThread = <Order>({
  script,
  order,
  signal,
  work,
  refused,
  limits = LIMITS,
}: PaperThread<Order>): Promise<Uint8Array> =>
  runInThread<FromPaperThread, Uint8Array>({
    script,
    start: order,
    limits,
    signal,
    work,
    refused,
    outcomeOf: (message) => {
      if (message.kind === 'failed') throw new Error(`${work} failed: ${message.reason}`);
      return { value: message.bytes };
    },
  });
