import { createHash } from 'node:crypto';
import { newSecret } from '../secrets.ts';
import { createSignedCookie, type SignedCookieOptions } from '../sessions/signed-cookie.ts';

/** A browser that holds the cookie, as it is seen from one account. */
type KnownDevice = {
  /** Names the browser where the account signed in there before; null in any other. */
  readonly find: (cookies: string | undefined, account: string) => string | null;
  /** The Set-Cookie line that records a sign-in of this account. */
  readonly remember: (cookies: string | undefined, account: string) => string;
};

const COOKIE_NAME = 'yamori.device';
const LASTS_SECONDS = 180 * 24 * 60 * 60;
/** A ward's shared computer; the account that signed in longest ago is forgotten first. */
const MAX_ACCOUNTS = 30;
const MARK_CHARACTERS = 12;
const SEPARATOR = '~';

/**
 * Remembers in a signed cookie which accounts signed in on a browser. It proves no identity: it
 * only separates the owner's own attempts from those of strangers who know the address.
 */
export function createKnownDevice(options: Omit<SignedCookieOptions, 'name'>): KnownDevice {
  const cookie = createSignedCookie({ ...options, name: COOKIE_NAME });
  const read = (cookies: string | undefined): readonly string[] =>
    cookie.read(cookies)?.split(SEPARATOR) ?? [];
  return {
    find: (cookies, account) => {
      const [id, ...marks] = read(cookies);
      return id !== undefined && marks.includes(markOf(id, account)) ? id : null;
    },
    remember: (cookies, account) => {
      const [id = newSecret(), ...marks] = read(cookies);
      const mark = markOf(id, account);
      const kept = [mark, ...marks.filter((other) => other !== mark)].slice(0, MAX_ACCOUNTS);
      return cookie.give([id, ...kept].join(SEPARATOR), LASTS_SECONDS);
    },
  };
}

/** Differs from browser to browser, so the cookie does not show which accounts share one. */
const markOf = (id: string, account: string): string =>
  createHash('sha256').update(`${id}${account}`).digest('base64url').slice(0, MARK_CHARACTERS);
