import type { AccidentUnreached } from '../collections/accident.ts';
import type { DocumentData } from '../collections/collections.ts';

/**
 * A shorter unreached time needs no explanation: delivery takes a few seconds, and a sounding page
 * reports it a moment later.
 */
const UNREACHED_TASK_AFTER_MS = 60_000;

type Reached = Pick<DocumentData<'accident'>, 'reach' | 'reachSince' | 'unreached'>;

/** Start of the current unreached time; null if there is none. */
export function getUnreachedSince({ reach, reachSince, unreached }: Reached): Date | null {
  if (reach !== 'nobody') return null;
  // Before `reachSince`, the current unreached time was stored without an end.
  return reachSince ?? (unreached?.until === null ? unreached.from : null);
}

/**
 * Ends the current unreached time. Drops it if it is short, or if a longer one still needs its
 * explanation.
 */
export function endedUnreached(
  accident: Reached,
  at: Date,
): Pick<Reached, 'reachSince' | 'unreached'> {
  const from = getUnreachedSince(accident);
  const earlier = accident.unreached?.until === null ? null : accident.unreached;
  if (from === null) return { reachSince: null, unreached: earlier };
  const ended = { from, until: at, cause: null, explainedBy: null, explainedAt: null };
  const unexplainedMs = earlier?.cause === null ? getDurationMs(earlier) : 0;
  const isDropped = getDurationMs(ended) < Math.max(UNREACHED_TASK_AFTER_MS, unexplainedMs);
  return { reachSince: null, unreached: isDropped ? earlier : ended };
}

const getDurationMs = ({ from, until }: AccidentUnreached): number =>
  until === null ? 0 : until.getTime() - from.getTime();
