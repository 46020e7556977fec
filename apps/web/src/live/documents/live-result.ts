import type { Problem } from '@yamori/domain';
import type { ConnectionState } from '../connection/connection-state.ts';

/**
 * The state of live data on a screen. `stale`: the last data before the connection failed;
 * `refused`: the user may not see it; `failed`: any other error.
 */
export type LiveResult<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: Value }
  | { readonly kind: 'stale'; readonly value: Value; readonly since: Date }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** Whether a list has loaded, regardless of the connection. */
export type ListStatus =
  | { readonly kind: 'loading' }
  /** `complete`: there are no further rows. */
  | { readonly kind: 'shown'; readonly complete: boolean }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** The data received so far, regardless of the connection. */
export type Heard<Value> = Exclude<LiveResult<Value>, { kind: 'stale' }>;

/** Combines data with the connection state: a value is fresh only while the connection is live. */
export function resultUnder<Value>(heard: Heard<Value>, link: ConnectionState): LiveResult<Value> {
  if (heard.kind !== 'ready') return heard;
  switch (link.kind) {
    case 'live':
      return heard;
    case 'stale':
    case 'lost':
      return { kind: 'stale', value: heard.value, since: link.since };
    case 'refused':
      return { kind: 'refused', problem: { code: link.code } };
  }
}

/** Whether a problem is a denial of access rather than an error. */
const isRejection = (problem: Problem): boolean =>
  /^session-|-(refused|forbidden)$/.test(problem.code);

export const failedWith = (problem: Problem): Heard<never> => ({
  kind: isRejection(problem) ? 'refused' : 'failed',
  problem,
});
