/**
 * What stands behind `#` of a page that somebody leaves to sign in first, such as an invitation's code: kept in this tab until they
 * are back, because on the way it would stand in queries, which servers write to their logs.
 */
const KEY = 'yamori.way-back';
const SEPARATOR = '#';

export function keepSecret(page: string, secret: string): void {
  globalThis.sessionStorage.setItem(KEY, `${pathOf(page)}${SEPARATOR}${secret}`);
}

/** What was kept for this page; empty when nothing was. */
export function keptSecret(page: string): string {
  const [path = '', secret = ''] = (globalThis.sessionStorage.getItem(KEY) ?? '').split(SEPARATOR);
  return secret !== '' && path === pathOf(page) ? secret : '';
}

export function forgetSecret(): void {
  globalThis.sessionStorage.removeItem(KEY);
}

const pathOf = (page: string): string => page.replace(/[?#].*$/, '');
