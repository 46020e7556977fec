import { answerOrder } from '../../core/pdf/paper-worker.ts';
import { makeReportFile } from './report-file.ts';

/** The thread that makes one file of a report. */
void answerOrder(makeReportFile);
