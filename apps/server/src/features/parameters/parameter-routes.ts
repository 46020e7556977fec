import { overrideCounts, overridesReply } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { requireMaker } from '../../http/request-actor.ts';
import { countOverrides, readOverrides } from './override-store.ts';

const params = z.object({
  key: z
    .string()
    .min(1)
    .max(80)
    .regex(/^[A-Za-z0-9_.-]+$/),
});

/**
 * Who sets what themselves, for the maker who decides the values for all others
 * (contract/fleet-messages.ts).
 */
export function registerParameterRoutes(
  plain: FastifyInstance,
  { database }: { readonly database: Database },
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/parameters/overrides',
    { schema: { response: { 200: overrideCounts } } },
    async (request) => {
      requireMaker(request);
      return { parameters: await countOverrides(database) };
    },
  );

  server.get(
    '/api/parameters/:key/overrides',
    { schema: { params, response: { 200: overridesReply } } },
    async (request) => {
      requireMaker(request);
      return readOverrides(database, request.params.key);
    },
  );
}
