/**
 * Push services that browsers of today use. The address of a subscription comes from a browser:
 * without this list a member could have the server post to any address that it reaches.
 */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
] as const;

/**
 * @param hosts names, `*.` before one for all below it; a name with a port (`127.0.0.1:8090`) is
 * taken over http as well
 */
export function isPushAddress(endpoint: string, hosts: readonly string[]): boolean {
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  return hosts.some((host) => {
    if (host.includes(':')) return url.host === host;
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
  });
}
