import { memberApi } from '@yamori/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSession } from '../../../core/http/request-actor.ts';
import { serveEndpoint } from '../../../core/http/serve-endpoint.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { visitOf } from '../session-reply.ts';
import { giveMemberPassword, resetMemberFactors, type Manager } from './member-acts.ts';
import { listMembers } from './member-list.ts';

type Managing = { readonly session: RequestSession; readonly request: FastifyRequest };

export function registerMemberRoutes(server: FastifyInstance, parts: RegistrationParts): void {
  const managerOf = ({ session, request }: Managing): Manager => ({
    actor: session.actor,
    address: visitOf(request).address,
  });
  const confirmed =
    ({ session }: Managing) =>
    (): Promise<void> =>
      parts.identity.confirmation.require(session.sessionId);

  serveEndpoint(server, memberApi.list, ({ actor, query }) =>
    listMembers(parts, actor, query.domainId),
  );

  serveEndpoint(server, memberApi.resetFactors, ({ params, body, ...call }) =>
    resetMemberFactors(parts, managerOf(call), params.userId, body.language, confirmed(call)),
  );

  serveEndpoint(server, memberApi.givePassword, async ({ params, body, ...call }) => {
    const given = await giveMemberPassword(
      parts,
      managerOf(call),
      params.userId,
      body,
      confirmed(call),
    );
    return {
      token: given.token,
      awaits: given.awaits,
      expiresAt: given.expiresAt.toISOString(),
    };
  });
}
