/**
 * What stands behind `#` of a page that somebody leaves to sign in first, such as an invitation's
 * code: kept in this tab until they are back, because on the way it would stand in queries, which
 * servers write to their logs.
 */
export const WAY_BACK = 'yamori.way-back';
const SEPARATOR = '#';

export function keepSecret(page: string, secret: string): void {
  globalThis.sessionStorage.setItem(WAY_BACK, `${pathOf(page)}${SEPARATOR}${secret}`);
}

/** What was kept for this page; empty when nothing was. */
export function keptSecret(page: string): string {
  const [path = '', secret = ''] = (globalThis.sessionStorage.getItem(WAY_BACK) ?? '').split(
    SEPARATOR,
  );
  return secret !== '' && path === pathOf(page) ? secret : '';
}

export function forgetSecret(): void {
  globalThis.sessionStorage.removeItem(WAY_BACK);
}

const pathOf = (page: string): string => page.replace(/[?#].*$/, '');
