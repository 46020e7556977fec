const MAX_PATH_CHARACTERS = 1000;
const OWN_ORIGIN = 'https://own.invalid';

/**
 * Parses a local path to redirect to after sign-in. Returns null for another origin, for the API,
 * and for the sign-in pages (open-redirect defence).
 */
export function parseLocalPath(
  path: string | null | undefined,
): Pick<URL, 'pathname' | 'search' | 'hash'> | null {
  if (
    path === null ||
    path === undefined ||
    path.length > MAX_PATH_CHARACTERS ||
    !/^\/(?![/\\])[\u0021-\u007e]*$/.test(path) ||
    path.includes('\\')
  )
    return null;
  // Parse as a browser does: `/x/../..//host` must not become another host.
  const { origin, pathname, search, hash } = new URL(path, OWN_ORIGIN);
  if (
    origin !== OWN_ORIGIN ||
    pathname.startsWith('//') ||
    /^\/(api|live|handleauth|login)(\/|$)/.test(pathname)
  )
    return null;
  return { pathname, search, hash };
}
