import { parentPort, workerData } from 'node:worker_threads';
import { makeReportFile, type ReportFileOrder } from './report-file.ts';
import type { FromReportThread } from './report-messages.ts';

/** The thread that makes one file: pages are seconds of arithmetic that must hold up nobody. */
async function run(order: ReportFileOrder, port: NonNullable<typeof parentPort>): Promise<void> {
  const post = (message: FromReportThread): void => port.postMessage(message);
  try {
    post({ kind: 'made', bytes: await makeReportFile(order) });
  } catch (error) {
    post({ kind: 'failed', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  } finally {
    port.close();
  }
}

if (parentPort !== null) void run(workerData, parentPort);
