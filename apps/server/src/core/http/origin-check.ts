import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '@yamori/domain';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Accepts posts from other sites. The route must authenticate the sender itself (an identity
     * provider's signed post).
     */
    postedByOtherSites?: true;
    /** Accepts any host: probes, and devices that use another address of this server. */
    anyHost?: true;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITES = new Set(['same-origin', 'none']);

/** Where this server is reached: the public origin, else the host on which it listens. */
type OwnAddress = {
  readonly publicOrigin: string | null;
  readonly listenHost?: string | undefined;
};
/** The host and protocol of a request. */
export type RequestAddress = { readonly host: string | undefined; readonly protocol: string };

/**
 * Whether a request names this server. DNS rebinding: a site can point its own name at this server
 * and would then share its origin in the browser, so other names are rejected. IP addresses and
 * `localhost` cannot be rebound.
 */
export function isOwnHost(
  { host, protocol }: RequestAddress,
  { publicOrigin, listenHost }: OwnAddress,
): boolean {
  const requested = `${protocol}://${host ?? ''}`;
  if (host === undefined || !URL.canParse(requested)) return false;
  const { hostname } = new URL(requested);
  if (
    publicOrigin !== null &&
    hostname === new URL(publicOrigin).hostname &&
    getPort(requested, publicOrigin) === new URL(publicOrigin).port
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
 * Node passes on the first of several Host headers and a proxy may choose another, so RFC 9112 §3.2
 * requires 400.
 */
export const hasSeveralHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** The accepted hosts, for the startup log; any other host gets 421. */
export function ownNames({ publicOrigin, listenHost }: OwnAddress): readonly string[] {
  const name = publicOrigin === null ? listenHost?.toLowerCase() : new URL(publicOrigin).host;
  const isNamed = name !== undefined && isIP(name) === 0 && name !== 'localhost';
  return [...(isNamed ? [name] : []), 'localhost', 'IP addresses'];
}

/**
 * A proxy that terminates TLS connects with http, and forwards a host without the default port of
 * its scheme.
 */
const getPort = (requested: string, publicOrigin: string): string =>
  new URL(requested.replace(/^\w+:/, new URL(publicOrigin).protocol)).port;

/**
 * CSRF check. A browser sends the page's origin, or at least its relation to this site, with every
 * unsafe request and every socket. A program that sends neither is not a browser, so no site
 * can make it send a member's cookies.
 */
export function isFromOwnPage(
  headers: IncomingHttpHeaders,
  { host, protocol }: RequestAddress,
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

/** False for `null` (sandboxed or opaque pages) and for invalid URLs. */
const isSameOrigin = (origin: string, requested: string): boolean =>
  URL.canParse(origin) &&
  new URL(origin).origin === origin &&
  URL.canParse(requested) &&
  new URL(requested).origin === origin;

/** Rejects requests for a foreign or several hosts, and unsafe requests from other sites' pages. */
export function installOriginCheck(server: FastifyInstance, own: OwnAddress): void {
  server.addHook('onRequest', async (request) => {
    if (hasSeveralHosts(request.raw))
      throw new ProblemError('request-invalid', { details: { reason: 'several Host headers' } });
    const { config } = request.routeOptions;
    const requested: RequestAddress = { host: request.host, protocol: request.protocol };
    if (config.anyHost !== true && !isOwnHost(requested, own))
      throw new ProblemError('host-misdirected');
    if (
      SAFE_METHODS.has(request.method) ||
      config.postedByOtherSites === true ||
      isFromOwnPage(request.headers, requested, own)
    )
      return;
    throw new ProblemError('origin-refused');
  });
}
