import { createHash } from 'node:crypto';
import { newSecret } from '../../../core/secrets/secret-store.ts';
import { createSignedCookie, type SignedCookieOptions } from '../sessions/signed-cookie.ts';

/** The cookie of a known device. */
export type KnownDevice = {
  /** The browser's id if the account signed in there before, else null. */
  readonly find: (cookies: string | undefined, account: string) => string | null;
  /** The Set-Cookie line that records a sign-in of this account. */
  readonly remember: (cookies: string | undefined, account: string) => string;
};

const COOKIE_NAME = 'yamori.device';
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60;
/** For shared computers. The account whose last sign-in is oldest is dropped first. */
const MAX_ACCOUNTS = 30;
const MARK_CHARACTERS = 12;
const SEPARATOR = '~';

/**
 * Remembers in a signed cookie which accounts signed in on a browser. The cookie proves no
 * identity. It only separates the owner's attempts from those of strangers who know the address.
 */
export function createKnownDevice(options: Omit<SignedCookieOptions, 'name'>): KnownDevice {
  const cookie = createSignedCookie({ ...options, name: COOKIE_NAME });
  const read = (cookies: string | undefined): readonly string[] =>
    cookie.read(cookies)?.split(SEPARATOR) ?? [];
  return {
    find: (cookies, account) => {
      const [id, ...marks] = read(cookies);
      return id !== undefined && marks.includes(getMark(id, account)) ? id : null;
    },
    remember: (cookies, account) => {
      const [id = newSecret(), ...marks] = read(cookies);
      const mark = getMark(id, account);
      const kept = [mark, ...marks.filter((other) => other !== mark)].slice(0, MAX_ACCOUNTS);
      return cookie.give([id, ...kept].join(SEPARATOR), MAX_AGE_SECONDS);
    },
  };
}

/** Salted with the browser's id, so that cookies do not reveal which accounts share a browser. */
const getMark = (id: string, account: string): string =>
  createHash('sha256').update(`${id}${account}`).digest('base64url').slice(0, MARK_CHARACTERS);
