import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  acceptInvitationCall,
  beginInvitationCall,
  createInvitationCall,
  createInvitationReply,
  highestLevelManagedBy,
  invitationListReply,
  invitationView,
  refuse,
  sessionReply,
  viewInvitationCall,
} from '@yamori/domain';
import { z } from 'zod';
import { requireActor } from '../../../../http/request-actor.ts';
import { replyAdmission, visitOf } from '../../session-reply.ts';
import { replyEnrolled, requireSignedOut } from '../registration-reply.ts';
import type { RegistrationParts } from '../registration-parts.ts';
import { beginByInvitation, joinByInvitation, viewInvitation } from './invitation-acceptance.ts';
import { invitationsSeenBy, makeInvitation, withdrawInvitation } from './invitation-making.ts';
import { presentInvitation } from './invitation-store.ts';

/**
 * Invitations: made, listed and withdrawn by those who manage people; looked at and accepted by
 * whoever holds a code.
 */
export function registerInvitationRoutes(plain: FastifyInstance, parts: RegistrationParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/invitations',
    { schema: { response: { 200: invitationListReply } } },
    async (request) => {
      const actor = requireActor(request);
      if (highestLevelManagedBy(actor) === null) throw refuse('invitation-forbidden');
      return { invitations: (await invitationsSeenBy(parts, actor)).map(presentInvitation) };
    },
  );

  server.post(
    '/api/invitations',
    { schema: { body: createInvitationCall, response: { 200: createInvitationReply } } },
    async (request) => {
      const { invitation, code } = await makeInvitation(
        parts,
        requireActor(request),
        request.body,
        visitOf(request),
      );
      return { invitation: presentInvitation(invitation), code };
    },
  );

  server.post(
    '/api/invitations/:invitationId/revoke',
    { schema: { params: z.strictObject({ invitationId: z.string().min(1).max(100) }) } },
    async (request, reply) => {
      await withdrawInvitation(
        parts,
        requireActor(request),
        request.params.invitationId,
        visitOf(request),
      );
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/invitations/view',
    { schema: { body: viewInvitationCall, response: { 200: invitationView } } },
    async (request) => viewInvitation(parts, { ...request.body, kind: null }, visitOf(request)),
  );

  server.post(
    '/api/invitations/accept',
    { schema: { body: acceptInvitationCall, response: { 200: sessionReply } } },
    async (request, reply) => {
      if (request.body.applicant.kind === 'newcomer') requireSignedOut(request);
      return replyEnrolled(
        parts,
        request,
        reply,
        await joinByInvitation(parts, request.body, request.actor, visitOf(request)),
      );
    },
  );

  server.post(
    '/api/invitations/begin',
    { schema: { body: beginInvitationCall, response: { 200: sessionReply } } },
    async (request, reply) => {
      requireSignedOut(request);
      return replyAdmission(
        parts.identity,
        reply,
        await beginByInvitation(parts, request.body, visitOf(request)),
      );
    },
  );
}
