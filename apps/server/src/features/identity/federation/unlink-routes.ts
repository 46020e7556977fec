import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { unlinkProviderCall } from '@yamori/domain';
import { requireOwnSession } from '../account-owner.ts';
import type { WayParts } from './way-routes.ts';

/** Taking a provider away from oneself. */
export function registerUnlink(plain: FastifyInstance, parts: WayParts): void {
  plain
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/api/account/providers/unlink',
      { schema: { body: unlinkProviderCall } },
      async (request, reply) => {
        const owner = requireOwnSession(request);
        await parts.door.confirmation.require(owner.sessionId);
        await parts.accounts.unlink(owner, request.body.provider);
        parts.door.announceChange(owner.userId);
        return reply.code(204).send();
      },
    );
}
