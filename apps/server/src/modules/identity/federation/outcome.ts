import { ownPathOf, type WayOutcome } from '@yamori/domain';
import type { TransactionFrame } from './transaction-store.ts';

/**
 * What became of a try, on its way to the page that tells it. `code`: the problem, when it was
 * refused.
 */
export type Outcome = { readonly kind: WayOutcome; readonly way: string; readonly code?: string };

export const NO_FRAME: TransactionFrame = { flow: 'redirect', popupId: null, nextPath: '/' };

/**
 * The page that tells the outcome. Its address holds no secret and nothing about anybody: it stays
 * in histories and logs.
 */
export function outcomeAddress(outcome: Outcome, frame: TransactionFrame): string {
  const search = new URLSearchParams({
    outcome: outcome.kind,
    way: outcome.way,
    flow: frame.flow,
    next: frame.nextPath,
  });
  if (outcome.code !== undefined) search.set('code', outcome.code);
  if (frame.popupId !== null) search.set('popup', frame.popupId);
  return `/handleauth?${search.toString()}`;
}

/**
 * Only a path of our own pages may be returned to: never another host, never the interface. What
 * stands behind `#` stays in the browser: it may be a secret, and this is kept and comes back in a
 * query.
 */
export function ownPath(path: string | null | undefined): string {
  const own = ownPathOf(path);
  return own === null ? '/' : `${own.pathname}${own.search}`;
}
