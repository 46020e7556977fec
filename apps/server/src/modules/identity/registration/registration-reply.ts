import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError, type SessionReply } from '@yamori/domain';
import { presentSession, replySignIn } from '../session-reply.ts';
import type { JoinResult } from './join-organisation.ts';
import type { RegistrationContext } from './registration-context.ts';

/** The session reply for a new member. */
export async function replyJoined(
  context: RegistrationContext,
  request: FastifyRequest,
  reply: FastifyReply,
  joined: JoinResult,
): Promise<SessionReply> {
  if (joined.kind === 'admitted') return replySignIn(context.identity, reply, joined.result);
  return presentSession(
    context.identity,
    await context.identity.findSession(request.headers.cookie),
    null,
  );
}

/** Creating an account requires no session, so that another user's page cannot do it. */
export function requireSignedOut(request: FastifyRequest): void {
  if (request.actor !== null) throw new ProblemError('sign-out-first');
}
