import { parseLocalPath, type SignInOutcome } from '@yamori/domain';
import type { ReturnTarget } from './auth-request-store.ts';

/**
 * The result of a provider sign-in, for the page that shows it. `code`: the problem, if rejected.
 */
export type Outcome = {
  readonly kind: SignInOutcome;
  readonly way: string;
  readonly code?: string;
};

export const DEFAULT_RETURN_TARGET: ReturnTarget = {
  flow: 'redirect',
  popupId: null,
  nextPath: '/',
};

/**
 * The URL of the page that shows the outcome. It contains no secrets and no personal data, because
 * URLs end up in histories and logs.
 */
export function getOutcomeUrl(outcome: Outcome, returnTarget: ReturnTarget): string {
  const search = new URLSearchParams({
    outcome: outcome.kind,
    way: outcome.way,
    flow: returnTarget.flow,
    next: returnTarget.nextPath,
  });
  if (outcome.code !== undefined) search.set('code', outcome.code);
  if (returnTarget.popupId !== null) search.set('popup', returnTarget.popupId);
  return `/handleauth?${search.toString()}`;
}

/**
 * Limits redirects to paths of our own pages; other hosts and the API become `/`. The fragment is
 * dropped: it may be a secret, and this path is stored and returned in a query string.
 */
export function ownPath(path: string | null | undefined): string {
  const own = parseLocalPath(path);
  return own === null ? '/' : `${own.pathname}${own.search}`;
}
