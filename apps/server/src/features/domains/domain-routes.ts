import { moveDomainCall } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { DocumentAccess } from '../../documents/document-access.ts';
import { subnetOf } from '../../http/address-limit.ts';
import { commandOf } from '../../http/command-key.ts';
import { requireActor } from '../../http/request-actor.ts';
import type { DomainMoving } from './domain-moving.ts';
import { registerLogoRoutes } from './logo-routes.ts';

const params = z.object({
  domainId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^/]*$/),
});

/**
 * Commands about organisations that are more than a change of their document
 * (contract/domain-messages.ts).
 */
export function registerDomainRoutes(
  plain: FastifyInstance,
  { moving, access }: { readonly moving: DomainMoving; readonly access: DocumentAccess },
): void {
  registerLogoRoutes(plain, { access });
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    '/api/domains/:domainId/move',
    { schema: { params, body: moveDomainCall } },
    async (request, reply) => {
      const actor = requireActor(request);
      await moving.move(
        { actor, author: { command: commandOf(request, actor), address: subnetOf(request.ip) } },
        request.params.domainId,
        request.body.parentDomainId,
      );
      return reply.code(204).send();
    },
  );
}
