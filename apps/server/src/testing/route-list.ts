import type { FastifyInstance, HTTPMethods } from 'fastify';

export type Route = { readonly method: HTTPMethods; readonly url: string };

const LINE = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/;

/**
 * All routes of a server, from the router's printed tree; parts without methods are only prefixes.
 */
export function listRoutes(server: FastifyInstance): Route[] {
  const parts: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = LINE.exec(line);
      if (found === null) return [];
      const [, indent = '', part = '', methods = ''] = found;
      parts.splice(indent.length / 4, Infinity, part);
      // The router prints the method names that it knows.
      return methods
        .split(', ')
        .filter((method) => method !== '')
        .map((method) => ({ method: method as HTTPMethods, url: parts.join('') }));
    });
}
