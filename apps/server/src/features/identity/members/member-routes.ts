import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  factorResetCall,
  factorResetReply,
  givePasswordCall,
  givePasswordReply,
  memberListReply,
} from '@yamori/domain';
import { requireActor, requireSession } from '../../../http/request-actor.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { visitOf } from '../session-reply.ts';
import { giveMemberPassword, resetMemberFactors, type Manager } from './member-acts.ts';
import { listMembers } from './member-list.ts';

const id = z.string().min(1).max(100);

/**
 * The members of an organisation, for whoever manages them: who they are, and a way back in for
 * those who lost theirs.
 */
export function registerMemberRoutes(plain: FastifyInstance, parts: RegistrationParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const managing = (
    request: FastifyRequest,
  ): { manager: Manager; confirmed: () => Promise<void> } => {
    const { actor, sessionId } = requireSession(request);
    return {
      manager: { actor, address: visitOf(request).address },
      confirmed: () => parts.identity.confirmation.require(sessionId),
    };
  };

  server.get(
    '/api/staff',
    {
      schema: { querystring: z.strictObject({ domainId: id }), response: { 200: memberListReply } },
    },
    async (request) => listMembers(parts, requireActor(request), request.query.domainId),
  );

  server.post(
    '/api/staff/:userId/factors/reset',
    {
      schema: {
        params: z.strictObject({ userId: id }),
        body: factorResetCall,
        response: { 200: factorResetReply },
      },
    },
    async (request) => {
      const { manager, confirmed } = managing(request);
      return resetMemberFactors(
        parts,
        manager,
        request.params.userId,
        request.body.language,
        confirmed,
      );
    },
  );

  server.post(
    '/api/staff/:userId/password/give',
    {
      schema: {
        params: z.strictObject({ userId: id }),
        body: givePasswordCall,
        response: { 200: givePasswordReply },
      },
    },
    async (request) => {
      const { manager, confirmed } = managing(request);
      const { token, awaits, expiresAt } = await giveMemberPassword(
        parts,
        manager,
        request.params.userId,
        request.body,
        confirmed,
      );
      return { token, awaits, expiresAt: expiresAt.toISOString() };
    },
  );
}
