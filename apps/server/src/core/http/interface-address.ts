import type { FastifyRequest } from 'fastify';

/**
 * Whether a request is one to the interface, however its address is spelled: the router reads
 * `/%61pi/session` as `/api/session`.
 */
export const isToInterface = ({ routeOptions, url }: FastifyRequest): boolean =>
  url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true;
