import { highestLevelManagedBy, invitationApi, ProblemError } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { replySignIn, getClientInfo } from '../../session-reply.ts';
import type { RegistrationContext } from '../registration-context.ts';
import { replyJoined, requireSignedOut } from '../registration-reply.ts';
import { beginByInvitation, joinByInvitation, viewInvitation } from './invitation-acceptance.ts';
import { listVisibleInvitations, makeInvitation, withdrawInvitation } from './invitation-making.ts';
import { presentInvitation } from './invitation-store.ts';

/** Invitations: managed by those who manage people, and accepted with a code. */
export function invitationRoutes(context: RegistrationContext): readonly Route[] {
  return [
    route(invitationApi.list, async ({ actor }) => {
      if (highestLevelManagedBy(actor) === null) throw new ProblemError('invitation-forbidden');
      return { invitations: (await listVisibleInvitations(context, actor)).map(presentInvitation) };
    }),
    route(invitationApi.create, async ({ actor, body, request }) => {
      const { invitation, code } = await makeInvitation(
        context,
        actor,
        body,
        getClientInfo(request),
      );
      return { invitation: presentInvitation(invitation), code };
    }),
    route(invitationApi.revoke, ({ actor, params, request }) =>
      withdrawInvitation(context, actor, params.invitationId, getClientInfo(request)),
    ),
    route(invitationApi.view, ({ body, request }) =>
      viewInvitation(context, { ...body, kind: null }, getClientInfo(request)),
    ),
    route(invitationApi.accept, async ({ actor, body, request, reply }) => {
      if (body.applicant.kind === 'newcomer') requireSignedOut(request);
      const enrolled = await joinByInvitation(context, body, actor, getClientInfo(request));
      return replyJoined(context, request, reply, enrolled);
    }),
    route(invitationApi.begin, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const result = await beginByInvitation(context, body, getClientInfo(request));
      return replySignIn(context.identity, reply, result);
    }),
  ];
}
