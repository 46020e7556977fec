import { ownPathOf, type WayOutcome } from '@yamori/domain';
import type { TransactionFrame } from './transaction-store.ts';

/**
 * The result of a provider sign-in, for the page that shows it. `code`: the problem, if rejected.
 */
export type Outcome = { readonly kind: WayOutcome; readonly way: string; readonly code?: string };

export const NO_FRAME: TransactionFrame = { flow: 'redirect', popupId: null, nextPath: '/' };

/**
 * The URL of the page that shows the outcome. It contains no secrets and no personal data, because
 * URLs end up in histories and logs.
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
 * Limits redirects to paths of our own pages; other hosts and the API become `/`. The fragment is
 * dropped: it may be a secret, and this path is stored and returned in a query string.
 */
export function ownPath(path: string | null | undefined): string {
  const own = ownPathOf(path);
  return own === null ? '/' : `${own.pathname}${own.search}`;
}
