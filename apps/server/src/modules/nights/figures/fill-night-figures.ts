import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../core/database/database.ts';
import { readRows } from '../../../core/documents/writing/document-locks.ts';
import { countNights } from './update-night-figures.ts';
import { putFigures, readUncounted } from './night-figures-store.ts';

type FigureFillParts = { readonly database: Database; readonly log: Logger };

/** A page is a megabyte or two of nights; the server does other things between pages. */
const NIGHTS_A_PAGE = 20;

/**
 * Counts the nights that stand already and have no figures, or older ones: those of before this
 * version. Any number of servers may do it, and nights may be written meanwhile: what a commit
 * counted stays. @returns how many were counted
 */
export async function fillNightFigures(
  { database, log }: FigureFillParts,
  signal: AbortSignal,
): Promise<number> {
  let [after, filled] = ['', 0];
  while (!signal.aborted) {
    const paths = await readUncounted(database, after, NIGHTS_A_PAGE);
    const last = paths.at(-1);
    if (last === undefined) break;
    const counted = await countNights(database, [...(await readRows(database, paths)).values()]);
    await putFigures(database, counted, true);
    after = last;
    filled += counted.length;
  }
  if (filled > 0)
    log.info({ nights: filled }, 'figures of nights that were there already are counted');
  return filled;
}

/**
 * A database that was away for a moment: until the nights are counted, lists say that there are
 * none.
 */
const RETRY_MS = 30_000;

/**
 * Begins at once and beside everything else, and again after a failure; the next start goes on
 * where this one ended. @returns how to end it
 */
export function startNightFigures(parts: FigureFillParts, retryMs = RETRY_MS): () => Promise<void> {
  const ending = new AbortController();
  const done = fillPersistently(parts, ending.signal, retryMs);
  return async () => {
    ending.abort();
    await done;
  };
}

async function fillPersistently(
  parts: FigureFillParts,
  signal: AbortSignal,
  retryMs: number,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await fillNightFigures(parts, signal);
      return;
    } catch (error) {
      if (signal.aborted) return;
      parts.log.error(
        { err: error },
        'figures of nights could not be counted, and are tried again',
      );
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
