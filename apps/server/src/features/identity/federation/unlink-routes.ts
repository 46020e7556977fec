import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { unlinkProviderCall } from '@yamori/domain';
import { requireActor } from '../../../http/request-actor.ts';
import type { WayParts } from './way-routes.ts';

/** Taking a provider away from oneself. */
export function registerUnlink(plain: FastifyInstance, parts: WayParts): void {
  plain.withTypeProvider<ZodTypeProvider>().post('/api/account/providers/unlink', { schema: { body: unlinkProviderCall } }, async (request, reply) => {
    const { userId } = requireActor(request);
    await parts.door.confirmation.require(request.sessionId);
    await parts.accounts.unlink(userId, request.body.provider);
    parts.door.announceChange(userId);
    return reply.code(204).send();
  });
}
