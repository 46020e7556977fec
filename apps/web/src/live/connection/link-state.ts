/**
 * How the one socket is: `live` (a beat was heard in time), `stale` (a beat is late or the socket
 * closed; what is shown may be old), `lost` (two beats are missing; values are greyed), `refused`
 * (the server will not have us; it is not tried again).
 */
export type LinkState =
  | { readonly kind: 'live' }
  | { readonly kind: 'stale'; readonly since: Date }
  | { readonly kind: 'lost'; readonly since: Date }
  | { readonly kind: 'refused'; readonly code: string };

/** Time, timers and chance, handed in: a browser's, a worker's, Node's or a test's. */
export type LinkClock = {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** @returns how to cancel the timer */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Uniform in [0, 1). */
  readonly random: () => number;
};

export const sameState = (a: LinkState, b: LinkState): boolean =>
  a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);
