import { ProblemError } from '@yamori/domain';
import type { ThreadLimits } from '../../core/messaging/jobs/managed-thread.ts';
import { drawInThread } from '../../core/pdf/pdf-thread.ts';
import { makeTableFile, type ReportFileOrder } from './report-file.ts';

/**
 * Makes tables and workbooks on the calling thread, and PDFs in a worker thread that stops when
 * `signal` aborts. Only that thread loads the PDF library.
 */
export function makeFile(
  order: ReportFileOrder,
  signal: AbortSignal,
  limits?: ThreadLimits,
): Promise<Uint8Array> {
  const { format } = order.call;
  return format === 'pdf' ? makeInThread(order, signal, limits) : makeTableFile(order, format);
}

const makeInThread = (
  order: ReportFileOrder,
  signal: AbortSignal,
  limits: ThreadLimits | undefined,
): Promise<Uint8Array> =>
  drawInThread({
    script: new URL('./report-worker.ts', import.meta.url),
    input: order,
    signal,
    ...(limits === undefined ? {} : { limits }),
    work: 'the making of a report',
    refused: {
      silent: (seconds) => new ProblemError('report-timeout', { details: { limit: seconds } }),
      memory: (limitMib) => new ProblemError('report-memory', { details: { limit: limitMib } }),
    },
  });
