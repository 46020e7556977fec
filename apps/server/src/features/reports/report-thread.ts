import { refuse } from '@yamori/domain';
import { runInThread, type ThreadLimits } from '../../messaging/jobs/guarded-thread.ts';
import { makeReportFile, type ReportFileOrder } from './report-file.ts';
import type { FromReportThread } from './report-messages.ts';

const LIMITS: ThreadLimits = { silentSeconds: 60, memoryMib: 512 };

/** Tables and workbooks are made at once; pages in a thread of their own, which ends with whoever waits. @throws ProblemError `report-timeout`, `report-memory` */
export const makeFile = (order: ReportFileOrder, signal: AbortSignal): Promise<Uint8Array> => (order.call.format === 'pdf' ? makeInThread(order, signal) : makeReportFile(order));

const makeInThread = (order: ReportFileOrder, signal: AbortSignal): Promise<Uint8Array> => runInThread<FromReportThread, Uint8Array>({
  script: new URL('./report-worker.ts', import.meta.url), start: order, limits: LIMITS, signal, work: 'the making of a report',
  refused: { silent: (seconds) => refuse('report-timeout', { details: { limit: seconds } }), memory: (limitMib) => refuse('report-memory', { details: { limit: limitMib } }) },
  outcomeOf: (message) => {
    if (message.kind === 'failed') throw new Error(`a report was not made: ${message.reason}`);
    return { value: message.bytes };
  },
});
