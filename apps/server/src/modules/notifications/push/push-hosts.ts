/**
 * Push services of current browsers. Browsers supply the subscription addresses: without this list,
 * a member could make the server post to any reachable address.
 */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
] as const;

/**
 * Whether an address belongs to one of `hosts`: a name, `*.` with a name for all its subdomains, or
 * a name with a port (`127.0.0.1:8090`), which also allows http.
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
