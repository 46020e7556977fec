import { highestLevelManagedBy, invitationApi, refuse } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../../core/http/serve-endpoint.ts';
import { replyAdmission, visitOf } from '../../session-reply.ts';
import type { RegistrationParts } from '../registration-parts.ts';
import { replyEnrolled, requireSignedOut } from '../registration-reply.ts';
import { beginByInvitation, joinByInvitation, viewInvitation } from './invitation-acceptance.ts';
import { invitationsSeenBy, makeInvitation, withdrawInvitation } from './invitation-making.ts';
import { presentInvitation } from './invitation-store.ts';

/** Invitations: managed by those who manage people, and accepted with a code. */
export function registerInvitationRoutes(server: FastifyInstance, parts: RegistrationParts): void {
  serveEndpoint(server, invitationApi.list, async ({ actor }) => {
    if (highestLevelManagedBy(actor) === null) throw refuse('invitation-forbidden');
    return { invitations: (await invitationsSeenBy(parts, actor)).map(presentInvitation) };
  });

  serveEndpoint(server, invitationApi.create, async ({ actor, body, request }) => {
    const { invitation, code } = await makeInvitation(parts, actor, body, visitOf(request));
    return { invitation: presentInvitation(invitation), code };
  });

  serveEndpoint(server, invitationApi.revoke, ({ actor, params, request }) =>
    withdrawInvitation(parts, actor, params.invitationId, visitOf(request)),
  );

  serveEndpoint(server, invitationApi.view, ({ body, request }) =>
    viewInvitation(parts, { ...body, kind: null }, visitOf(request)),
  );

  serveEndpoint(server, invitationApi.accept, async ({ actor, body, request, reply }) => {
    if (body.applicant.kind === 'newcomer') requireSignedOut(request);
    const enrolled = await joinByInvitation(parts, body, actor, visitOf(request));
    return replyEnrolled(parts, request, reply, enrolled);
  });

  serveEndpoint(server, invitationApi.begin, async ({ body, request, reply }) => {
    requireSignedOut(request);
    const admission = await beginByInvitation(parts, body, visitOf(request));
    return replyAdmission(parts.identity, reply, admission);
  });
}
