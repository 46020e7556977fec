import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../core/database/database.ts';
import { readRows } from '../../../core/documents/document-row.ts';
import { computeFiguresByNight } from './update-night-figures.ts';
import { putFigures, readUncounted } from './night-figures-store.ts';

type FigureFillContext = { readonly database: Database; readonly log: Logger };

/** A page holds one or two megabytes of nights. Other work runs between pages. */
const NIGHTS_A_PAGE = 20;

/**
 * Computes the figures of stored nights that have none or have those of an older version. Safe to
 * run on several servers and while nights are written: figures from a commit win. @returns the
 * number of nights computed
 */
export async function fillNightFigures(
  { database, log }: FigureFillContext,
  signal: AbortSignal,
): Promise<number> {
  let [after, filled] = ['', 0];
  while (!signal.aborted) {
    const paths = await readUncounted(database, after, NIGHTS_A_PAGE);
    const last = paths.at(-1);
    if (last === undefined) break;
    const counted = await computeFiguresByNight(database, [
      ...(await readRows(database, paths)).values(),
    ]);
    await putFigures(database, counted, true);
    after = last;
    filled += counted.length;
  }
  if (filled > 0) log.info({ nights: filled }, 'computed figures of existing nights');
  return filled;
}

/** Retry delay after a database failure. Until the figures exist, lists show no nights. */
const RETRY_MS = 30_000;

/**
 * Runs in the background and retries after a failure. The next start resumes where this one ended.
 * @returns a function that stops it
 */
export function startNightFigures(
  context: FigureFillContext,
  retryMs = RETRY_MS,
): () => Promise<void> {
  const ending = new AbortController();
  const done = fillPersistently(context, ending.signal, retryMs);
  return async () => {
    ending.abort();
    await done;
  };
}

async function fillPersistently(
  context: FigureFillContext,
  signal: AbortSignal,
  retryMs: number,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await fillNightFigures(context, signal);
      return;
    } catch (error) {
      if (signal.aborted) return;
      context.log.error({ err: error }, 'computing night figures failed; retrying');
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
