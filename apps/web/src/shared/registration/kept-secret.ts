/**
 * Stores the fragment of a page, such as an invitation's code, during an intermediate sign-in in
 * this tab. In a query string it would end up in server logs.
 */
export const RETURN_TARGET_KEY = 'yamori.way-back';
const SEPARATOR = '#';

export function keepSecret(page: string, secret: string): void {
  globalThis.sessionStorage.setItem(RETURN_TARGET_KEY, `${getPath(page)}${SEPARATOR}${secret}`);
}

/** The stored secret of this page, or an empty string. */
export function keptSecret(page: string): string {
  const [path = '', secret = ''] = (
    globalThis.sessionStorage.getItem(RETURN_TARGET_KEY) ?? ''
  ).split(SEPARATOR);
  return secret !== '' && path === getPath(page) ? secret : '';
}

export function forgetSecret(): void {
  globalThis.sessionStorage.removeItem(RETURN_TARGET_KEY);
}

const getPath = (page: string): string => page.replace(/[?#].*$/, '');
