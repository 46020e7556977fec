import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionReply } from '@yamori/domain';
import { toSubnet } from '../../core/http/address-limit.ts';
import type { SignInResult } from './sign-in.ts';
import type { ClientInfo, Session } from './session.ts';
import type { Identity } from './identity.ts';

const MAX_USER_AGENT_CHARACTERS = 300;

/** The client of a request, as sessions and the sign-in history store it. */
export const getClientInfo = (request: FastifyRequest): ClientInfo => ({
  address: toSubnet(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_CHARACTERS),
});

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

/** The reply of `GET /api/session` and of every call that signs in or out. */
export function presentSession(
  identity: Identity,
  session: Session | null,
  pending: SessionReply['pending'],
  ended: SessionReply['ended'] = null,
): SessionReply {
  const { demonstrationAccounts } = identity;
  const shared = { pending, ended, waysIn: identity.offeredMethods(), demonstrationAccounts };
  if (session === null) return { ...shared, user: null, reach: [], hasOwnHome: false };
  const { reach, hasOwnHome } = session.actor;
  return {
    ...shared,
    user: session.user,
    reach: reach.kind === 'everything' ? 'everything' : [...reach.domainIds].sort(),
    hasOwnHome,
  };
}

/**
 * For a browser without a session, the reply contains its pending sign-in, or else why its last
 * session ended.
 */
export async function presentVisitor(
  identity: Identity,
  session: Session | null,
  cookies: string | undefined,
): Promise<SessionReply> {
  if (session !== null) return presentSession(identity, session, null);
  const pending = await identity.findPendingSignIn(cookies);
  return presentSession(
    identity,
    null,
    pending,
    pending === null ? await identity.sessions.findEnd(cookies) : null,
  );
}

/**
 * The reply to a sign-in: cookies, and the session or the pending second factor. A new session ends
 * the browser's previous one.
 */
export async function replySignIn(
  identity: Identity,
  reply: FastifyReply,
  result: SignInResult,
): Promise<SessionReply> {
  if (result.kind === 'signedIn') await identity.sessions.signOut(reply.request.headers.cookie);
  setCookies(reply, result.setCookies);
  return result.kind === 'signedIn'
    ? presentSession(identity, result.session, null)
    : presentSession(identity, null, result.pending);
}
