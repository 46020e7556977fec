import type { Logger } from 'pino';
import type { Database } from '../../../database/database.ts';
import { readRows } from '../../../documents/writing/document-locks.ts';
import { countNights } from './keep-night-figures.ts';
import { putFigures, readUncounted } from './night-figures-store.ts';

export type FigureFillParts = { readonly database: Database; readonly log: Logger };

/** A page is a megabyte or two of nights; the server does other things between pages. */
const NIGHTS_A_PAGE = 20;

/**
 * Counts the nights that stand already and have no figures, or older ones: those of before this version. Any number of servers may do
 * it, and nights may be written meanwhile: what a commit counted stays. @returns how many were counted
 */
export async function fillNightFigures({ database, log }: FigureFillParts, signal: AbortSignal): Promise<number> {
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
  if (filled > 0) log.info({ nights: filled }, 'figures of nights that were there already are counted');
  return filled;
}

/** Begins at once and beside everything else; the next start goes on where this one ended. @returns how to end it */
export function startNightFigures(parts: FigureFillParts): () => Promise<void> {
  const ending = new AbortController();
  const done = fillNightFigures(parts, ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) parts.log.error({ error }, 'figures of nights could not be counted; the next start tries again');
  });
  return async () => {
    ending.abort();
    await done;
  };
}
