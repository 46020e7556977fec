import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { refuse } from '@yamori/domain';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Taken from other sites' pages too: the route itself has to know who sent it (an identity provider's signed post). */
    postedByOtherSites?: true;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Whether a request may come from where it says. A browser names the page's origin on every unsafe request and on
 * every socket, or at least its relation to us; a program that sends neither carries no one's cookies by accident.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, host: string | undefined, publicOrigin: string | null): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin === publicOrigin || (host !== undefined && hostOf(origin) === host.toLowerCase());
  const site = headers['sec-fetch-site'];
  return site === undefined || (typeof site === 'string' && OWN_SITES.has(site));
}

/** `null` (a sandboxed or opaque page) and what is no address have no host. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Refuses requests that could change something and come from another site's page. */
export function installOriginCheck(server: FastifyInstance, publicOrigin: string | null): void {
  server.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.postedByOtherSites === true || isFromOwnPage(request.headers, request.host, publicOrigin)) return;
    throw refuse('origin-refused');
  });
}
