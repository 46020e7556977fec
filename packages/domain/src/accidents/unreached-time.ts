import type { AccidentUnreached } from '../collections/accident.ts';

/**
 * A shorter unreached time needs no explanation: delivery takes a few seconds, and a sounding page
 * reports it a moment later.
 */
const UNREACHED_TASK_AFTER_MS = 60_000;

/** Ends the unreached time; drops a short one. */
export function endedUnreached(
  unreached: AccidentUnreached | null,
  at: Date,
): AccidentUnreached | null {
  if (unreached === null || unreached.until !== null) return unreached;
  const isShort = at.getTime() - unreached.from.getTime() < UNREACHED_TASK_AFTER_MS;
  return isShort ? null : { ...unreached, until: at };
}
