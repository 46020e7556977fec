import { answerOrder } from '../../core/pdf/paper-worker.ts';
import { makeReportFile } from './report-file.ts';

/** Worker thread that makes one file of a report. */
void answerOrder(makeReportFile);
