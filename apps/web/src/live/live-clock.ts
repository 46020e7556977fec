import type { LinkClock } from './connection/connection-state.ts';

/** Time, timers and randomness of this thread, page or worker. */
export const liveClock = (): LinkClock => ({
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
});
