/**
 * When what was gathered for the viewers is written: all of it together, at most `everyMs` after
 * the first of it came. A write to a socket costs the server far more than the bytes in it, and one
 * after the other they cost less than one now and one then.
 */
export type WritePace = {
  /** Runs `flush` with the others, once; not to be asked for again before it ran. */
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
