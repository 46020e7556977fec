/**
 * Carries bytes within and between servers: live frames, wake-ups of the change feed, live events.
 * Delivery is at most once, and in order per publisher and subject; data that must not be lost is
 * stored before it is published. Subjects are dot-separated tokens (`frames.A-1042`); a pattern may
 * end in `.>`.
 */
export type Bus = {
  /**
   * Never blocks, and never throws for a slow or absent subscriber. The bytes are borrowed until
   * the call returns.
   */
  readonly publish: (subject: string, bytes: Uint8Array) => void;
  /** The bytes passed to `receive` are borrowed until it returns. */
  readonly subscribe: (
    pattern: string,
    receive: (subject: string, bytes: Uint8Array) => void,
  ) => BusSubscription;
  /** Resolves when everything published before the call has left this process. */
  readonly flush: () => Promise<void>;
  readonly state: () => BusState;
  readonly close: () => Promise<void>;
};

export type BusSubscription = { readonly close: () => void };

export type BusState =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly since: Date; readonly reason: string };
