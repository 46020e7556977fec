import { DOMAIN_KINDS, DOMAIN_SORTS, domainsReply } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { requireMaker } from '../../http/request-actor.ts';
import { readDomains } from './domain-overview-store.ts';

/** No name has a control character, and the database takes no zero byte. */
const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^\P{Cc}*$/u);
const question = z.object({
  text: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .default(''),
  kind: z.enum(DOMAIN_KINDS).optional(),
  parent: id.optional(),
  domain: id.optional(),
  sort: z.enum(DOMAIN_SORTS).default('name'),
  descending: z.enum(['true', 'false']).default('false'),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** All organisations with what they have, for the maker (contract/fleet-messages.ts). */
export function registerDomainOverviewRoutes(
  plain: FastifyInstance,
  { database }: { readonly database: Database },
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/domains/overview',
    { schema: { querystring: question, response: { 200: domainsReply } } },
    async (request) => {
      requireMaker(request);
      const { descending, ...asked } = request.query;
      return readDomains(database, { ...asked, descending: descending === 'true' });
    },
  );
}
