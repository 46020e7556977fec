import { ownPathOf } from '@yamori/domain';

/**
 * Only an address of ours may be returned to after signing in; what stands behind its `#` stays in
 * the browser.
 */
export function safeNext(next: string | undefined): string {
  const own = ownPathOf(next);
  return own === null ? '/' : `${own.pathname}${own.search}${own.hash}`;
}
