import { RETURN_TARGET_KEY } from '../../shared/registration/kept-secret.ts';
import { CHOSEN_LANGUAGE } from '../layout/chosen-language.ts';

/** Settings of the browser rather than of a user. Sign-out clears everything else. */
const STAYS: readonly RegExp[] = [/^yamori\.(preferences|pxPerMm|sign-out-owed)$/];

/**
 * Data of an unfinished sign-in, such as an invitation's code. It belongs to the visitor before a
 * session exists.
 */
const OF_NEWCOMERS: readonly string[] = [RETURN_TARGET_KEY, CHOSEN_LANGUAGE];

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'> & {
  readonly caches?: CacheStorage;
};

/**
 * Clears the data that the page or its libraries left in the browser. The service worker's cache of
 * the application stays, because it holds no data. `nobodyWasHere`: the page began without a
 * session, so a newcomer's data does not belong to a member who left.
 */
export async function clearBrowserStorage(
  { localStorage, sessionStorage, caches }: Storages,
  nobodyWasHere: boolean,
): Promise<void> {
  for (const key of Object.keys(sessionStorage))
    if (!nobodyWasHere || !OF_NEWCOMERS.includes(key)) sessionStorage.removeItem(key);
  for (const key of Object.keys(localStorage))
    if (!STAYS.some((pattern) => pattern.test(key))) localStorage.removeItem(key);
  for (const name of (await caches?.keys()) ?? [])
    if (!name.startsWith('shell-')) await caches?.delete(name);
}
