import { CSV_ROWS_AT_ONCE, ProblemError, type CsvCells, type CsvRowsReply } from '@yamori/domain';
import { createCheckApi } from '../api.ts';
import type { HttpOptions } from '../../../api/http-call.ts';
import type { CheckSetup } from './csv-message.ts';

export type SentRow = { readonly row: number; readonly cells: CsvCells };
export type ServerWait = (attempt: number) => Promise<void>;

/** Retries after a lost connection or a server restart: all of these requests are idempotent. */
const TRIES = 8;

export async function again<Reply>(ask: () => Promise<Reply>, wait: ServerWait): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const passes =
        error instanceof ProblemError &&
        (PASSING.has(error.problem.code) || error.problem.code.endsWith('-unavailable'));
      if (!passes || attempt === TRIES) throw error;
      await wait(attempt);
    }
  }
}
const PASSING = new Set(['network-unreachable', 'limit-rate', 'http-502', 'http-503', 'http-504']);

/** Sends the rows in parts and receives the outcome of each. */
export async function checkOnServer(
  options: HttpOptions,
  setup: CheckSetup,
  rows: readonly SentRow[],
  parts: {
    readonly wait: ServerWait;
    readonly onPart: (reply: CsvRowsReply, done: number) => void;
  },
): Promise<void> {
  const { importId, kind, domainId, fileName, language } = setup;
  const api = createCheckApi(options);
  await again(
    () => api.begin({ importId, kind, domainId, fileName: fileName.slice(0, 255), language }),
    parts.wait,
  );
  for (let from = 0; from < rows.length;) {
    const some = partFrom(rows, from);
    const reply = await again(() => api.addRows(importId, [...some]), parts.wait);
    from += some.length;
    parts.onPart(reply, from);
  }
}

/** Maximum characters in a part: at three bytes each it is below the request limit. */
const CHARACTERS_AT_ONCE = 600_000;

/** The rows of the next request: as many as allowed, fewer if they are long. */
function partFrom(rows: readonly SentRow[], from: number): readonly SentRow[] {
  let [to, characters] = [from, 0];
  while (to < rows.length && to - from < CSV_ROWS_AT_ONCE) {
    characters += Object.values(rows[to]?.cells ?? {}).reduce(
      (sum, cell) => sum + (cell ?? '').length,
      0,
    );
    if (to > from && characters > CHARACTERS_AT_ONCE) break;
    to += 1;
  }
  return rows.slice(from, to);
}

export async function startOnServer(
  options: HttpOptions,
  importId: string,
  existing: 'update' | 'skip',
  leftOut: readonly number[],
  wait: ServerWait,
): Promise<void> {
  const body = { existing, leftOut: [...leftOut] };
  const { start } = createCheckApi(options);
  await again(() => start(importId, body), wait);
}
