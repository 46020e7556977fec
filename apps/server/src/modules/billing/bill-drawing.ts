import { refuse, type BillPaperKind, type DataOf } from '@yamori/domain';
import { createTurns, type Turns } from '../../core/messaging/jobs/turns.ts';
import { drawInThread } from '../../core/pdf/paper-thread.ts';

export type PaperOrder = { readonly bill: DataOf<'bill'>; readonly kind: BillPaperKind };

/**
 * A thread takes a core as long as it draws: of a small server one stays for alarms. Half of the
 * line is always there for the other agencies.
 */
const BOUNDS = { atOnce: 2, waiting: 40, waitingOfOne: 20 };

/** Whose papers are drawn next, by their agency. @throws ProblemError `limit-bill-papers` */
export const createBillTurns = (): Turns =>
  createTurns(BOUNDS, (limit) =>
    refuse('limit-bill-papers', { retryAfterSeconds: 5, details: { limit } }),
  );

/**
 * The pages of a bill, by `drawBill` in a thread. @throws ProblemError `bill-paper-timeout`,
 * `bill-paper-memory`
 */
export const drawPaper = (
  bill: PaperOrder['bill'],
  kind: BillPaperKind,
  signal: AbortSignal,
): Promise<Uint8Array> =>
  drawInThread({
    script: new URL('./bill-worker.ts', import.meta.url),
    order: { bill, kind },
    signal,
    work: 'the drawing of a bill',
    refused: {
      silent: (seconds) => refuse('bill-paper-timeout', { details: { limit: seconds } }),
      memory: (limitMib) => refuse('bill-paper-memory', { details: { limit: limitMib } }),
    },
  });
