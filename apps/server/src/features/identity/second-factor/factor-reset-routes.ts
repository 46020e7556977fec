import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isVisible, mayManageStaff, refuse, STAFF_RULE, type Actor } from '@yamori/domain';
import type { DocumentStore } from '../../../documents/document-store.ts';
import { requireSession } from '../../../http/request-actor.ts';
import type { Identity } from '../identity.ts';

const params = z.object({ userId: z.string().min(1).max(100) });

export type FactorResetParts = { readonly identity: Identity; readonly store: DocumentStore };

/**
 * `POST /api/staff/{userId}/factors/reset`: for somebody who lost phone and paper. Whoever manages the member takes away
 * all second factors; the member is signed out everywhere and registers anew where one is demanded.
 */
export function registerFactorResetRoutes(plain: FastifyInstance, { identity, store }: FactorResetParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post('/api/staff/:userId/factors/reset', { schema: { params } }, async (request, reply) => {
    const { actor, sessionId } = requireSession(request);
    const { userId } = request.params;
    await assertManaged(store, actor, userId);
    await identity.confirmation.require(sessionId);
    await identity.factors.reset(userId);
    identity.announceChange(userId);
    return reply.code(204).send();
  });
}

/** One's own are removed on the account page, where the last one stays if it is demanded. */
async function assertManaged(store: DocumentStore, actor: Actor, userId: string): Promise<void> {
  const [member] = await store.read([`staff/${userId}`]);
  if (member === null || member === undefined || !isVisible(member, STAFF_RULE.visibleTo(actor))) throw refuse('member-not-found');
  if (userId === actor.userId || !mayManageStaff(actor, member)) throw refuse('member-forbidden');
}
