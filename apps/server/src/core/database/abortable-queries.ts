import type { Queries } from './database.ts';

/**
 * Starts no query after the abort. An aborted query rejects rather than throws, so a caller that
 * starts several in parallel holds all their promises.
 */
export const abortableQueries = (queries: Queries, signal: AbortSignal): Queries => ({
  query: async (asked) => {
    signal.throwIfAborted();
    return queries.query(asked);
  },
});
