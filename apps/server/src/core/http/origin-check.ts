import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from '@yamori/domain';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Taken from other sites' pages too: the route itself has to know who sent it (an identity
     * provider's signed post).
     */
    postedByOtherSites?: true;
    /**
     * Answered under whatever name it is asked by: probes, and devices that know us by an address
     * of their own.
     */
    anyHost?: true;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITES = new Set(['same-origin', 'none']);

/** Where we are to be found: the origin that people type, else the name that we listen at. */
export type OwnAddress = {
  readonly publicOrigin: string | null;
  readonly listenHost?: string | undefined;
};
/** Where a request was sent to. */
export type AskedAddress = { readonly host: string | undefined; readonly protocol: string };

/**
 * Whether a request names us. A site can let its own name lead to our address and would then be of
 * one origin with us in the browser; so of names only our own is ours. Nobody else can have an
 * address in figures, or this machine's `localhost`.
 */
export function isOwnHost(
  { host, protocol }: AskedAddress,
  { publicOrigin, listenHost }: OwnAddress,
): boolean {
  const asked = `${protocol}://${host ?? ''}`;
  if (host === undefined || !URL.canParse(asked)) return false;
  const { hostname } = new URL(asked);
  if (
    publicOrigin !== null &&
    hostname === new URL(publicOrigin).hostname &&
    portOf(asked, publicOrigin) === new URL(publicOrigin).port
  )
    return true;
  if (
    isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost')
  )
    return true;
  return publicOrigin === null && listenHost !== undefined && hostname === listenHost.toLowerCase();
}

/**
 * The names that pages are answered under, as the log says them at the start; everything else gets
 * 421.
 */
export function ownNames({ publicOrigin, listenHost }: OwnAddress): readonly string[] {
  const name = publicOrigin === null ? listenHost?.toLowerCase() : new URL(publicOrigin).host;
  const isNamed = name !== undefined && isIP(name) === 0 && name !== 'localhost';
  return [...(isNamed ? [name] : []), 'localhost', 'addresses in figures'];
}

/**
 * A proxy that ends TLS speaks http to us, and hands on a name without a port where the scheme's
 * own is meant.
 */
const portOf = (asked: string, publicOrigin: string): string =>
  new URL(asked.replace(/^\w+:/, new URL(publicOrigin).protocol)).port;

/**
 * Whether a request may come from where it says. A browser names the page's origin on every unsafe
 * request and on every socket, or at least its relation to us; a program that sends neither carries
 * no one's cookies by accident.
 */
export function isFromOwnPage(
  headers: IncomingHttpHeaders,
  { host, protocol }: AskedAddress,
  own: OwnAddress,
): boolean {
  const { origin } = headers;
  if (origin !== undefined)
    return (
      origin === own.publicOrigin ||
      (isOwnHost({ host, protocol }, own) && isSameOrigin(origin, `${protocol}://${host ?? ''}`))
    );
  const site = headers['sec-fetch-site'];
  return site === undefined || (typeof site === 'string' && OWN_SITES.has(site));
}

/** `null` (a sandboxed or opaque page) and what is no address are of no origin. */
const isSameOrigin = (origin: string, asked: string): boolean =>
  URL.canParse(origin) &&
  new URL(origin).origin === origin &&
  URL.canParse(asked) &&
  new URL(asked).origin === origin;

/**
 * Refuses requests under a name that is not ours, and those that could change something and come
 * from another site's page.
 */
export function installOriginCheck(server: FastifyInstance, own: OwnAddress): void {
  server.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    const asked: AskedAddress = { host: request.host, protocol: request.protocol };
    if (config.anyHost !== true && !isOwnHost(asked, own)) throw refuse('host-misdirected');
    if (
      SAFE_METHODS.has(request.method) ||
      config.postedByOtherSites === true ||
      isFromOwnPage(request.headers, asked, own)
    )
      return;
    throw refuse('origin-refused');
  });
}
