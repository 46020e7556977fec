/** The clock for ages: the server's time, with a tick once a second for subscribers. */
export type Clock = {
  readonly now: () => number;
  /** Calls the listener about once a second. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Beat = (run: () => void, periodMs: number) => () => void;

const browserBeat: Beat = (run, periodMs) => {
  const timer = setInterval(run, periodMs);
  return () => clearInterval(timer);
};

/**
 * Uses one timer for all ages on the screen, and none without them. `now` is in milliseconds since
 * 1970 UTC.
 */
export function createClock(now: () => number, beat: Beat = browserBeat): Clock {
  const listeners = new Set<() => void>();
  let stop: (() => void) | null = null;
  const tick = (): void => listeners.forEach((listener) => listener());
  return {
    now,
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
