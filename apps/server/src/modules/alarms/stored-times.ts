/** Servers of one database agree to well within this. */
const AHEAD_MS = 2_000;

/** Whether a stored time can only come from a wrong clock. */
export const isAhead = (storedMs: number, nowMs: number): boolean => storedMs - nowMs > AHEAD_MS;

/**
 * When a stored time is due: once the clock has passed it, or once its length has elapsed since it
 * was first seen here, so that a time that a wrong clock stored does not wait for hours.
 */
type DueTimes = {
  /** `fromMs`: when the wait for `dueMs` began at the earliest. */
  readonly isDue: (id: string, fromMs: number, dueMs: number, nowMs: number) => boolean;
};

type Seen = { readonly dueMs: number; readonly dueElapsedMs: number };

/** The newest times; the wait for an older one is measured again. */
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
