import type { Queries } from './database.ts';

/**
 * The same queries until the signal is given: none is begun after it. Each says so by its own
 * promise, never by a throw: whoever asks several at once holds all of them.
 */
export const abortableQueries = (queries: Queries, signal: AbortSignal): Queries => ({
  query: async (asked) => {
    signal.throwIfAborted();
    return queries.query(asked);
  },
});
