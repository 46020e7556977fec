import {
  beginCsvImportCall, CSV_IMPORTS_PATH, CSV_ROWS_AT_ONCE, csvImportReply, csvRowsReply, ProblemError, startCsvImportCall, type CsvCells, type CsvRowsReply,
} from '@yamori/domain';
import { callJson, type HttpOptions } from '../../../client/http-call.ts';
import type { CheckSetup } from './csv-message.ts';

export type SentRow = { readonly row: number; readonly cells: CsvCells };
export type ServerWait = (attempt: number) => Promise<void>;

/** After a lost connection or a server that restarts: everything here may be asked twice. */
const TRIES = 8;

export async function again<Reply>(ask: () => Promise<Reply>, wait: ServerWait): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const passes = error instanceof ProblemError && (PASSING.has(error.problem.code) || error.problem.code.endsWith('-unavailable'));
      if (!passes || attempt === TRIES) throw error;
      await wait(attempt);
    }
  }
}
const PASSING = new Set(['network-unreachable', 'limit-rate', 'http-502', 'http-503', 'http-504']);

/** Sends the rows in parts and hears what would become of each. @throws ProblemError */
export async function checkOnServer(http: HttpOptions, setup: CheckSetup, rows: readonly SentRow[], parts: { readonly wait: ServerWait; readonly onPart: (reply: CsvRowsReply, done: number) => void }): Promise<void> {
  const { importId, kind, domainId, fileName, language } = setup;
  const begin = beginCsvImportCall.parse({ importId, kind, domainId, fileName: fileName.slice(0, 255), language });
  await again(() => callJson(http, 'POST', CSV_IMPORTS_PATH, begin, csvImportReply), parts.wait);
  for (let from = 0; from < rows.length; from += CSV_ROWS_AT_ONCE) {
    const some = rows.slice(from, from + CSV_ROWS_AT_ONCE);
    const reply = await again(() => callJson(http, 'POST', `${CSV_IMPORTS_PATH}/${importId}/rows`, { rows: some }, csvRowsReply), parts.wait);
    parts.onPart(reply, from + some.length);
  }
}

export async function startOnServer(http: HttpOptions, importId: string, existing: 'update' | 'skip', leftOut: readonly number[], wait: ServerWait): Promise<void> {
  const call = startCsvImportCall.parse({ existing, leftOut });
  await again(() => callJson(http, 'POST', `${CSV_IMPORTS_PATH}/${importId}/start`, call, csvImportReply), wait);
}
