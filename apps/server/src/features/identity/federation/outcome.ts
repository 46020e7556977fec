import type { WayOutcome } from '@yamori/domain';
import type { TransactionFrame } from './transaction-store.ts';

/** What became of a try, on its way to the page that tells it. `code`: the problem, when it was refused. */
export type Outcome = { readonly kind: WayOutcome; readonly way: string; readonly code?: string };

export const NO_FRAME: TransactionFrame = { flow: 'redirect', popupId: null, nextPath: '/' };

/** The page that tells the outcome. Its address holds no secret and nothing about anybody: it stays in histories and logs. */
export function outcomeAddress(outcome: Outcome, frame: TransactionFrame): string {
  const search = new URLSearchParams({ outcome: outcome.kind, way: outcome.way, flow: frame.flow, next: frame.nextPath });
  if (outcome.code !== undefined) search.set('code', outcome.code);
  if (frame.popupId !== null) search.set('popup', frame.popupId);
  return `/handleauth?${search.toString()}`;
}

const MOST_PATH_CHARACTERS = 1000;

/**
 * Only a path of our own pages may be returned to: never another host, never the interface. What stands behind `#` stays in the
 * browser: it may be a secret, and this is kept and comes back in a query.
 */
export function ownPath(path: string | null | undefined): string {
  if (path === null || path === undefined || path.length > MOST_PATH_CHARACTERS || !/^\/(?![/\\])[\u0021-\u007e]*$/.test(path) || path.includes('\\')) return '/';
  // Read as a browser reads it: `/x/../..//host` must not become another host.
  const { origin, pathname, search } = new URL(path, OWN_ORIGIN);
  if (origin !== OWN_ORIGIN || pathname.startsWith('//') || /^\/(api|live|handleauth|login)(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}`;
}

const OWN_ORIGIN = 'https://own.invalid';
