import { refuse, type BillPaperKind, type DataOf } from '@yamori/domain';
import { stopReason } from '../../messaging/jobs/stop-reason.ts';
import { drawInThread } from '../../pdf/paper-thread.ts';

export type PaperOrder = { readonly bill: DataOf<'bill'>; readonly kind: BillPaperKind };

/** The pages of a bill, by `drawBill`. @throws ProblemError `limit-bill-papers`, `bill-paper-timeout`, `bill-paper-memory` */
export type BillDrawing = (bill: PaperOrder['bill'], kind: BillPaperKind, signal: AbortSignal) => Promise<Uint8Array>;

/** A thread takes a core as long as it draws: of a small server one stays for alarms. */
const [AT_ONCE, WAITING] = [2, 40];

/** Draws papers in threads, some at once; others wait for their turn, as long as whoever asked for them does. */
export function createBillDrawing(): BillDrawing {
  const line: (() => void)[] = [];
  let drawn = 0;
  const wait = (signal: AbortSignal): Promise<void> => new Promise((resolve, reject) => {
    const leave = (): void => {
      line.splice(line.indexOf(go), 1);
      reject(stopReason(signal, 'nobody waits for the paper any more'));
    };
    const go = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    line.push(go);
    signal.addEventListener('abort', leave, { once: true });
  });
  /** Whoever waits next takes the place over. */
  const end = (): void => {
    const next = line.shift();
    if (next === undefined) drawn -= 1;
    else next();
  };
  return async (bill, kind, signal) => {
    signal.throwIfAborted();
    if (drawn < AT_ONCE) drawn += 1;
    else if (line.length < WAITING) await wait(signal);
    else throw refuse('limit-bill-papers', { retryAfterSeconds: 5, details: { limit: WAITING } });
    try {
      return await draw({ bill, kind }, signal);
    } finally {
      end();
    }
  };
}

const draw = (order: PaperOrder, signal: AbortSignal): Promise<Uint8Array> => drawInThread({
  script: new URL('./bill-worker.ts', import.meta.url), order, signal, work: 'the drawing of a bill',
  refused: { silent: (seconds) => refuse('bill-paper-timeout', { details: { limit: seconds } }), memory: (limitMib) => refuse('bill-paper-memory', { details: { limit: limitMib } }) },
});
