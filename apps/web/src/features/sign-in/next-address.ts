import { parseLocalPath } from '@yamori/domain';

/** Allows only local addresses after signing in; the fragment stays in the browser. */
export function safeNext(next: string | undefined): string {
  const own = parseLocalPath(next);
  return own === null ? '/' : `${own.pathname}${own.search}${own.hash}`;
}
