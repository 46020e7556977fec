/** Clocks of servers on one database agree well within this. */
const AHEAD_MS = 2_000;

/** Whether a stored time can only come from a wrong clock. */
export const isAhead = (storedMs: number, nowMs: number): boolean => storedMs - nowMs > AHEAD_MS;

/**
 * When a stored time is due: once the clock has passed it, or once its length has elapsed since
 * this server first saw it. A time from a wrong clock would otherwise be due hours later.
 */
type DueTimes = {
  /** `fromMs`: when the wait for `dueMs` began at the earliest. */
  readonly isDue: (id: string, fromMs: number, dueMs: number, nowMs: number) => boolean;
};

type Seen = { readonly dueMs: number; readonly dueElapsedMs: number };

/** Only the newest times are retained; the wait for an evicted one is measured again. */
const MAX_TIMES = 10_000;

export function createDueTimes(elapsedMs: () => number): DueTimes {
  const seen = new Map<string, Seen>();

  function getSeen(id: string, fromMs: number, dueMs: number, nowMs: number): Seen {
    const known = seen.get(id);
    if (known?.dueMs === dueMs) return known;
    const lengthMs = Math.min(dueMs - nowMs, dueMs - fromMs);
    const fresh = { dueMs, dueElapsedMs: elapsedMs() + lengthMs };
    seen.delete(id);
    seen.set(id, fresh);
    const oldest = seen.keys().next();
    if (seen.size > MAX_TIMES && oldest.done !== true) seen.delete(oldest.value);
    return fresh;
  }

  return {
    isDue(id, fromMs, dueMs, nowMs) {
      const { dueElapsedMs } = getSeen(id, fromMs, dueMs, nowMs);
      return nowMs >= dueMs || elapsedMs() >= dueElapsedMs;
    },
  };
}
