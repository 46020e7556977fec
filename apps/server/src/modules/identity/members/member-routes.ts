import { memberApi } from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import type { RequestSession } from '../../../core/http/request-actor.ts';
import { route, type Route } from '../../../core/http/route.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';
import { getClientInfo } from '../session-reply.ts';
import { giveMemberPassword, resetMemberFactors, type Manager } from './member-acts.ts';
import { listMembers } from './member-list.ts';

type Managing = { readonly session: RequestSession; readonly request: FastifyRequest };

export function memberRoutes(context: RegistrationContext): readonly Route[] {
  const toManager = ({ session, request }: Managing): Manager => ({
    actor: session.actor,
    address: getClientInfo(request).address,
  });

  const confirmed =
    ({ session }: Managing) =>
    (): Promise<void> =>
      context.identity.confirmation.require(session.sessionId);
  return [
    route(memberApi.list, ({ actor, query }) => listMembers(context, actor, query.domainId)),
    route(memberApi.resetFactors, ({ params, body, ...call }) =>
      resetMemberFactors(context, toManager(call), params.userId, body.language, confirmed(call)),
    ),
    route(memberApi.givePassword, async ({ params, body, ...call }) => {
      const given = await giveMemberPassword(
        context,
        toManager(call),
        params.userId,
        body,
        confirmed(call),
      );
      return {
        token: given.token,
        awaits: given.awaits,
        expiresAt: given.expiresAt.toISOString(),
      };
    }),
  ];
}
