import type { FastifyReply, FastifyRequest } from 'fastify';
import { federationApi, ProblemError, type StartSignInCall } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { assertOwnAccount } from '../../../core/http/request-actor.ts';
import { route, type Route } from '../../../core/http/route.ts';
import { toAccountOwner } from '../account-owner.ts';
import { acceptsSignInMethod, readAccountStatus } from '../account-status.ts';
import { getClientInfo } from '../session-reply.ts';
import { newSecret } from '../../../core/secrets/secret-store.ts';
import type { SecretCookie } from './secret-cookie.ts';
import type { LinkedAccounts } from './linked-accounts.ts';
import { getOutcomeUrl, ownPath, type Outcome } from './callback-result.ts';
import {
  completeAuthRequest,
  type SignInServices,
  type VerifiedAccount,
} from './complete-auth-request.ts';
import type { AuthRequest, ReturnTarget, AuthRequestStore } from './auth-request-store.ts';
import type { Identity } from '../identity.ts';

/** Shared by all providers: the start of an authorization request, and the reply to its outcome. */
export type FederationContext = {
  readonly database: Database;
  readonly identity: SignInServices & Pick<Identity, 'findSession' | 'sessions'>;
  readonly accounts: LinkedAccounts;
  readonly authRequests: AuthRequestStore;
  readonly browserCookie: SecretCookie;
  readonly publicOrigin: string | null;
};

/** Input of an authorization request; derived from the state and the browser's secret. */
export type AuthorizationInput = {
  readonly state: string;
  readonly browserSecret: string;
  readonly reauthenticate: boolean;
};
type GetAuthorizationUrl = (
  way: string,
  input: AuthorizationInput,
  request: FastifyRequest,
) => Promise<string>;

/**
 * POST, not GET: a page of another site can send users to a link and could so link its own provider
 * account to their user.
 */
export function startRoutes(
  context: FederationContext,
  getAuthorizationUrl: GetAuthorizationUrl,
): readonly Route[] {
  return [
    route(federationApi.start, async ({ params: { way }, body, request, reply }) => {
      const authRequest = await createAuthRequest(request, way, body, context);
      const browserSecret = context.browserCookie.read(request.headers.cookie) ?? newSecret();
      const state = await context.authRequests.begin(authRequest, browserSecret);
      const address = await getAuthorizationUrl(
        way,
        { state, browserSecret, reauthenticate: authRequest.intent === 'confirm' },
        request,
      );
      reply.header('set-cookie', context.browserCookie.give(browserSecret));
      return { address };
    }),
  ];
}

async function createAuthRequest(
  request: FastifyRequest,
  way: string,
  call: StartSignInCall,
  context: FederationContext,
): Promise<AuthRequest> {
  const session = await context.identity.findSession(request.headers.cookie);
  if (call.intent === 'signIn' && session !== null) throw new ProblemError('sign-in-conflict');
  if (call.intent !== 'signIn' && (session === null || session.exchanged))
    throw new ProblemError('session-required');
  if (session !== null) assertOwnAccount(session.actor);
  if (call.intent === 'link' && session !== null) {
    const status = await readAccountStatus(context.database, session.actor.userId);
    if (status !== null && !acceptsSignInMethod(status, way))
      throw new ProblemError('sign-in-way-refused');
    // A new sign-in method outlives a stolen session, so it requires a confirmation.
    await context.identity.confirmation.require(session.sessionId);
  }
  return {
    way,
    intent: call.intent,
    flow: call.flow,
    popupId: call.flow === 'popup' ? call.popupId : null,
    nextPath: ownPath(call.next),
    userId: session?.actor.userId ?? null,
  };
}

/** Completes the sign-in and redirects to the outcome page, which also shows rejections by code. */
export async function replyOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  context: FederationContext,
  returnTarget: ReturnTarget,
  way: string,
  prove: () => Promise<{ verified: VerifiedAccount; authRequest: AuthRequest }>,
): Promise<FastifyReply> {
  try {
    const { verified, authRequest } = await prove();
    const session = await context.identity.findSession(request.headers.cookie);
    const { outcome, setCookies } = await completeAuthRequest(
      context.identity,
      context.accounts,
      verified,
      authRequest,
      session,
      getClientInfo(request),
    );
    if (outcome.kind === 'signedIn')
      await context.identity.sessions.signOut(request.headers.cookie);
    for (const cookie of setCookies) reply.header('set-cookie', cookie);
    return reply.redirect(getOutcomeUrl(outcome, authRequest), 303);
  } catch (error) {
    return replyRejected(request, reply, returnTarget, way, error);
  }
}

/** Logs the reason with the provider and the request id, without personal data. */
export function replyRejected(
  request: FastifyRequest,
  reply: FastifyReply,
  returnTarget: ReturnTarget,
  way: string,
  error: unknown,
): FastifyReply {
  const outcome = refusedOutcome(error, way);
  const reason = error instanceof ProblemError ? error.problem.details?.['reason'] : undefined;
  if (outcome.code === 'server-failed')
    request.log.error({ err: error, id: request.id, way }, 'sign-in failed unexpectedly');
  else request.log.warn({ id: request.id, way, code: outcome.code, reason }, 'sign-in rejected');
  return reply.redirect(getOutcomeUrl(outcome, returnTarget), 303);
}

const refusedOutcome = (error: unknown, way: string): Outcome => ({
  kind: 'refused',
  way,
  code: error instanceof ProblemError ? error.problem.code : 'server-failed',
});

/** Lets users unlink their own providers. */
export function unlinkRoutes({ identity, accounts }: FederationContext): readonly Route[] {
  return [
    route(federationApi.unlink, async ({ session, body }) => {
      const owner = toAccountOwner(session);
      await identity.confirmation.require(owner.sessionId);
      await accounts.unlink(owner, body.provider);
      identity.announceChange(owner.userId);
    }),
  ];
}
