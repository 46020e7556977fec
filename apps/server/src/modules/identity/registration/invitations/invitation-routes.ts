import { highestLevelManagedBy, invitationApi, refuse } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { replySignIn, getClientInfo } from '../../session-reply.ts';
import type { RegistrationParts } from '../registration-parts.ts';
import { replyJoined, requireSignedOut } from '../registration-reply.ts';
import { beginByInvitation, joinByInvitation, viewInvitation } from './invitation-acceptance.ts';
import { listVisibleInvitations, makeInvitation, withdrawInvitation } from './invitation-making.ts';
import { presentInvitation } from './invitation-store.ts';

/** Invitations: managed by those who manage people, and accepted with a code. */
export function invitationRoutes(parts: RegistrationParts): readonly Route[] {
  return [
    route(invitationApi.list, async ({ actor }) => {
      if (highestLevelManagedBy(actor) === null) throw refuse('invitation-forbidden');
      return { invitations: (await listVisibleInvitations(parts, actor)).map(presentInvitation) };
    }),
    route(invitationApi.create, async ({ actor, body, request }) => {
      const { invitation, code } = await makeInvitation(parts, actor, body, getClientInfo(request));
      return { invitation: presentInvitation(invitation), code };
    }),
    route(invitationApi.revoke, ({ actor, params, request }) =>
      withdrawInvitation(parts, actor, params.invitationId, getClientInfo(request)),
    ),
    route(invitationApi.view, ({ body, request }) =>
      viewInvitation(parts, { ...body, kind: null }, getClientInfo(request)),
    ),
    route(invitationApi.accept, async ({ actor, body, request, reply }) => {
      if (body.applicant.kind === 'newcomer') requireSignedOut(request);
      const enrolled = await joinByInvitation(parts, body, actor, getClientInfo(request));
      return replyJoined(parts, request, reply, enrolled);
    }),
    route(invitationApi.begin, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const result = await beginByInvitation(parts, body, getClientInfo(request));
      return replySignIn(parts.identity, reply, result);
    }),
  ];
}
