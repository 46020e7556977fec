import type { FastifyReply, FastifyRequest } from 'fastify';
import { federationApi, ProblemError, refuse, type StartWayCall } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { assertOwnAccount } from '../../../core/http/request-actor.ts';
import { route, type Route } from '../../../core/http/route.ts';
import { readStanding, takesWay } from '../member-standing.ts';
import { visitOf } from '../session-reply.ts';
import { newSecret } from '../../../core/secrets/secrets.ts';
import type { SecretCookie } from './browser-secret.ts';
import type { LinkedAccounts } from './linked-accounts.ts';
import { outcomeAddress, ownPath, type Outcome } from './outcome.ts';
import { settleProof, type Door, type Proven } from './settle-proof.ts';
import type { Transaction, TransactionFrame, TransactionStore } from './transaction-store.ts';
import type { Identity } from '../identity.ts';

/** Shared by all providers: how a transaction starts, and how its outcome is shown. */
export type WayParts = {
  readonly database: Database;
  readonly door: Door & Pick<Identity, 'sessionOf' | 'sessions'>;
  readonly accounts: LinkedAccounts;
  readonly transactions: TransactionStore;
  readonly browserCookie: SecretCookie;
  readonly publicOrigin: string | null;
};

/** Input of an authorization request; derived from the state and the browser's secret. */
export type Departure = {
  readonly state: string;
  readonly browserSecret: string;
  readonly anew: boolean;
};
export type Depart = (
  way: string,
  departure: Departure,
  request: FastifyRequest,
) => Promise<string>;

/**
 * POST, not GET: a page of another site can send users to a link and could so link its own provider
 * account to their user.
 */
export function startRoutes(parts: WayParts, depart: Depart): readonly Route[] {
  return [
    route(federationApi.start, async ({ params: { way }, body, request, reply }) => {
      const transaction = await transactionOf(request, way, body, parts);
      const browserSecret = parts.browserCookie.read(request.headers.cookie) ?? newSecret();
      const state = await parts.transactions.begin(transaction, browserSecret);
      const address = await depart(
        way,
        { state, browserSecret, anew: transaction.intent === 'confirm' },
        request,
      );
      reply.header('set-cookie', parts.browserCookie.give(browserSecret));
      return { address };
    }),
  ];
}

async function transactionOf(
  request: FastifyRequest,
  way: string,
  call: StartWayCall,
  parts: WayParts,
): Promise<Transaction> {
  const session = await parts.door.sessionOf(request.headers.cookie);
  if (call.intent === 'signIn' && session !== null) throw refuse('sign-in-conflict');
  if (call.intent !== 'signIn' && (session === null || session.exchanged))
    throw refuse('session-required');
  if (session !== null) assertOwnAccount(session.actor);
  if (call.intent === 'link' && session !== null) {
    const standing = await readStanding(parts.database, session.actor.userId);
    if (standing !== null && !takesWay(standing, way)) throw refuse('sign-in-way-refused');
    // A new sign-in method outlives a stolen session, so it requires a confirmation.
    await parts.door.confirmation.require(session.sessionId);
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
  parts: WayParts,
  frame: TransactionFrame,
  way: string,
  prove: () => Promise<{ proven: Proven; transaction: Transaction }>,
): Promise<FastifyReply> {
  try {
    const { proven, transaction } = await prove();
    const session = await parts.door.sessionOf(request.headers.cookie);
    const { outcome, setCookies } = await settleProof(
      parts.door,
      parts.accounts,
      proven,
      transaction,
      session,
      visitOf(request),
    );
    if (outcome.kind === 'signedIn') await parts.door.sessions.signOut(request.headers.cookie);
    for (const cookie of setCookies) reply.header('set-cookie', cookie);
    return reply.redirect(outcomeAddress(outcome, transaction), 303);
  } catch (error) {
    return replyRefused(request, reply, frame, way, error);
  }
}

/** Logs the reason with the provider and the request id, without personal data. */
export function replyRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  frame: TransactionFrame,
  way: string,
  error: unknown,
): FastifyReply {
  const outcome = refusedOutcome(error, way);
  const reason = error instanceof ProblemError ? error.problem.details?.['reason'] : undefined;
  if (outcome.code === 'server-failed')
    request.log.error({ err: error, id: request.id, way }, 'a sign-in failed unexpectedly');
  else
    request.log.warn({ id: request.id, way, code: outcome.code, reason }, 'a sign-in was refused');
  return reply.redirect(outcomeAddress(outcome, frame), 303);
}

const refusedOutcome = (error: unknown, way: string): Outcome => ({
  kind: 'refused',
  way,
  code: error instanceof ProblemError ? error.problem.code : 'server-failed',
});
