import type { FastifyRequest } from 'fastify';

/**
 * Whether a request is for the API, however its path is encoded: the router reads `/%61pi/session`
 * as `/api/session`.
 */
export const isApiRequest = ({ routeOptions, url }: FastifyRequest): boolean =>
  url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true;
