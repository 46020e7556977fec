import { ProblemError, type BillPaperKind, type DocumentData } from '@yamori/domain';
import { createFairQueue, type FairQueue } from '../../core/messaging/jobs/fair-queue.ts';
import { drawInThread } from '../../core/pdf/pdf-thread.ts';

export type PaperOrder = { readonly bill: DocumentData<'bill'>; readonly kind: BillPaperKind };

/**
 * Each drawing thread occupies one core; two of them leave cores to alarms. One agency can fill
 * half of the queue at most.
 */
const BOUNDS = { concurrency: 2, waiting: 40, maxWaitingPerOwner: 20 };

/** Creates the fair queue, by agency, for drawing papers. */
export const createBillTurns = (): FairQueue =>
  createFairQueue(
    BOUNDS,
    (limit) => new ProblemError('limit-bill-papers', { retryAfterSeconds: 5, details: { limit } }),
  );

/** Runs `drawBill` in a worker thread and returns the PDF. */
export const drawPaper = (
  bill: PaperOrder['bill'],
  kind: BillPaperKind,
  signal: AbortSignal,
): Promise<Uint8Array> =>
  drawInThread({
    script: new URL('./bill-worker.ts', import.meta.url),
    input: { bill, kind },
    signal,
    work: 'the drawing of a bill',
    refused: {
      silent: (seconds) => new ProblemError('bill-paper-timeout', { details: { limit: seconds } }),
      memory: (limitMib) => new ProblemError('bill-paper-memory', { details: { limit: limitMib } }),
    },
  });
