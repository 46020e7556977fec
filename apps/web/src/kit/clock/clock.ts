/** The clock of the screens: the server's time, a tick once a second, and timers. */
export type Clock = {
  readonly now: () => number;
  /** Calls the listener about once a second. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly after: After;
};

/** Runs once after the delay. @returns a function that cancels the timer */
export type After = (delayMs: number, run: () => void) => () => void;

type Beat = (run: () => void, periodMs: number) => () => void;

const browserBeat: Beat = (run, periodMs) => {
  const timer = setInterval(run, periodMs);
  return () => clearInterval(timer);
};

const browserAfter: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/**
 * Uses one timer for all ages on the screen, and none without them. `now` is in milliseconds since
 * 1970 UTC.
 */
export function createClock(
  now: () => number,
  beat: Beat = browserBeat,
  after: After = browserAfter,
): Clock {
  const listeners = new Set<() => void>();
  let stop: (() => void) | null = null;
  const tick = (): void => listeners.forEach((listener) => listener());
  return {
    now,
    after,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= beat(tick, 1000);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}
