/** A clock that advances by this much more than the monotonic one has jumped. */
const JUMP_MS = 2_000;

/**
 * Detects that `now()` jumped forward (shared-clock.ts): time passed that no one observed, or times
 * from before come from a slow clock. Call the returned function with each new time.
 */
export function createJumpDetector(elapsedMs: () => number): (nowMs: number) => boolean {
  let last: { readonly nowMs: number; readonly elapsedMs: number } | null = null;
  return (nowMs) => {
    const next = { nowMs, elapsedMs: elapsedMs() };
    const passedMs = last === null ? 0 : next.elapsedMs - last.elapsedMs;
    const hasJumped = last !== null && nowMs - last.nowMs - passedMs > JUMP_MS;
    last = next;
    return hasJumped;
  };
}
