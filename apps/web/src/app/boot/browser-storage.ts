import { WAY_BACK } from '../../shared/registration/kept-secret.ts';
import { CHOSEN_LANGUAGE } from '../layout/chosen-language.ts';

/** Choices of this browser rather than of a person; everything else goes at sign-out. */
const STAYS: readonly RegExp[] = [/^yamori\.(preferences|pxPerMm|sign-out-owed)$/];

/**
 * What somebody has on the way to signing in, such as an invitation's code: theirs before they have
 * a session.
 */
const OF_NEWCOMERS: readonly string[] = [WAY_BACK, CHOSEN_LANGUAGE];

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'> & {
  readonly caches?: CacheStorage;
};

/**
 * Removes what the page or its libraries have left in the browser; the service worker's shell
 * stays, it holds no data. `nobodyWasHere`: the page began with nobody signed in, so what a
 * newcomer carries is not a member's who left.
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
