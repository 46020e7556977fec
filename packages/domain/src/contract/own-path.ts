const MOST_PATH_CHARACTERS = 1000;
const OWN_ORIGIN = 'https://own.invalid';

/**
 * A path of our own pages that somebody may be led back to, in its parts: never another host, never
 * the interface, never the pages that lead on. Null for anything else.
 */
export function ownPathOf(
  path: string | null | undefined,
): Pick<URL, 'pathname' | 'search' | 'hash'> | null {
  if (
    path === null ||
    path === undefined ||
    path.length > MOST_PATH_CHARACTERS ||
    !/^\/(?![/\\])[\u0021-\u007e]*$/.test(path) ||
    path.includes('\\')
  )
    return null;
  // Read as a browser reads it: `/x/../..//host` must not become another host.
  const { origin, pathname, search, hash } = new URL(path, OWN_ORIGIN);
  if (
    origin !== OWN_ORIGIN ||
    pathname.startsWith('//') ||
    /^\/(api|live|handleauth|login)(\/|$)/.test(pathname)
  )
    return null;
  return { pathname, search, hash };
}
