/**
 * The state of the socket: `live` (a heartbeat arrived in time), `stale` (a heartbeat is late or
 * the socket closed; the data may be old), `lost` (two heartbeats are missing; values turn grey),
 * `refused` (the server rejects this client; no retry).
 */
export type ConnectionState =
  | { readonly kind: 'live' }
  | { readonly kind: 'stale'; readonly since: Date }
  | { readonly kind: 'lost'; readonly since: Date }
  | { readonly kind: 'refused'; readonly code: string };

/** Injected time, timers and randomness: of a browser, a worker, Node or a test. */
export type LinkClock = {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** @returns a function that cancels the timer */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Uniform in [0, 1). */
  readonly random: () => number;
};

/** Time, timers and randomness of this thread, page or worker. */
export const liveClock = (): LinkClock => ({
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
});

export const sameState = (a: ConnectionState, b: ConnectionState): boolean =>
  a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);
