import type { AccidentUnreached } from '../collections/accident.ts';

/**
 * A shorter time without anybody reached is no matter for a manager: the delivery itself takes a
 * few seconds, and a page that sounds reports it a moment later.
 */
const UNREACHED_TASK_AFTER_MS = 60_000;

/** Ends the time without anybody reached; a short one leaves nothing to explain. */
export function endedUnreached(
  unreached: AccidentUnreached | null,
  at: Date,
): AccidentUnreached | null {
  if (unreached === null || unreached.until !== null) return unreached;
  const isShort = at.getTime() - unreached.from.getTime() < UNREACHED_TASK_AFTER_MS;
  return isShort ? null : { ...unreached, until: at };
}
