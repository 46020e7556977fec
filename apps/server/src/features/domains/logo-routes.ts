import { createHash } from 'node:crypto';
import { domainCollection, refuse } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { DocumentAccess } from '../../documents/document-access.ts';
import { requireActor } from '../../http/request-actor.ts';

const params = z.object({
  domainId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^/]*$/),
});
/**
 * The browser names a version so that a new picture shows at once; the answer is the newest
 * whatever it names.
 */
const querystring = z.object({ v: z.string().max(20).optional() });
const LOGO = /^data:(image\/(?:png|jpeg|webp));base64,(.+)$/;

/**
 * `GET /api/domains/{domainId}/logo`: the picture of an organisation, for whoever sees it; 204
 * where it has none. It stands in the organisation's document, which lists of organisations are
 * asked for without it.
 */
export function registerLogoRoutes(
  plain: FastifyInstance,
  { access }: { readonly access: DocumentAccess },
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/domains/:domainId/logo',
    { schema: { params, querystring } },
    async (request, reply) => {
      const [domain] = await access.read(requireActor(request), [
        `domain/${request.params.domainId}`,
      ]);
      if (domain === null || domain === undefined) throw refuse('domain-not-found');
      const logo =
        domainCollection.schema.shape.brand.catch(undefined).parse(domain.data['brand'])?.logo ??
        '';
      const [, type, bytes] = LOGO.exec(logo) ?? [];
      const etag = `"${createHash('sha256').update(logo).digest('base64url')}"`;
      reply.header('cache-control', 'private, no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return type === undefined || bytes === undefined
        ? reply.code(204).send()
        : reply.type(type).send(Buffer.from(bytes, 'base64'));
    },
  );
}
