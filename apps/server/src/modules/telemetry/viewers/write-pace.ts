/**
 * Coalesces writes to viewers: all pending flushes run together, at most `everyMs` after the first.
 * A socket write costs the server far more than its bytes, and consecutive writes are cheaper than
 * scattered ones.
 */
export type WritePace = {
  /** Schedules `flush` once; do not schedule it again before it ran. */
  readonly soon: (flush: () => void) => void;
  readonly close: () => void;
};

export function createWritePace(everyMs: number): WritePace {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flushAll(): void {
    timer = undefined;
    const now = waiting;
    waiting = [];
    for (const flush of now) flush();
  }

  return {
    soon(flush) {
      waiting.push(flush);
      timer ??= setTimeout(flushAll, everyMs);
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
