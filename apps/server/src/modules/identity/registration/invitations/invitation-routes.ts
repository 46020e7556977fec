import { highestLevelManagedBy, invitationApi, refuse } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { replyAdmission, visitOf } from '../../session-reply.ts';
import type { RegistrationParts } from '../registration-parts.ts';
import { replyEnrolled, requireSignedOut } from '../registration-reply.ts';
import { beginByInvitation, joinByInvitation, viewInvitation } from './invitation-acceptance.ts';
import { invitationsSeenBy, makeInvitation, withdrawInvitation } from './invitation-making.ts';
import { presentInvitation } from './invitation-store.ts';

/** Invitations: managed by those who manage people, and accepted with a code. */
export function invitationRoutes(parts: RegistrationParts): readonly Route[] {
  return [
    route(invitationApi.list, async ({ actor }) => {
      if (highestLevelManagedBy(actor) === null) throw refuse('invitation-forbidden');
      return { invitations: (await invitationsSeenBy(parts, actor)).map(presentInvitation) };
    }),
    route(invitationApi.create, async ({ actor, body, request }) => {
      const { invitation, code } = await makeInvitation(parts, actor, body, visitOf(request));
      return { invitation: presentInvitation(invitation), code };
    }),
    route(invitationApi.revoke, ({ actor, params, request }) =>
      withdrawInvitation(parts, actor, params.invitationId, visitOf(request)),
    ),
    route(invitationApi.view, ({ body, request }) =>
      viewInvitation(parts, { ...body, kind: null }, visitOf(request)),
    ),
    route(invitationApi.accept, async ({ actor, body, request, reply }) => {
      if (body.applicant.kind === 'newcomer') requireSignedOut(request);
      const enrolled = await joinByInvitation(parts, body, actor, visitOf(request));
      return replyEnrolled(parts, request, reply, enrolled);
    }),
    route(invitationApi.begin, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const admission = await beginByInvitation(parts, body, visitOf(request));
      return replyAdmission(parts.identity, reply, admission);
    }),
  ];
}
