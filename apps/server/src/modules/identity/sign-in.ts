import { ProblemError, type SessionReply } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import {
  requiresSecondFactor,
  readAccountStatus,
  acceptsSignInMethod,
  type AccountStatus,
} from './account-status.ts';
import type { AuthenticatedIdentity, ClientInfo, Session } from './session.ts';
import type { SecondFactorKind } from './second-factor/factor-sql.ts';
import { PENDING_SECONDS, type PendingSignInStore } from './sessions/pending-sign-in-store.ts';
import { SESSION_SECONDS, type SessionStore } from './sessions/session-store.ts';
import type { SignedCookie } from './sessions/signed-cookie.ts';
import type { SignInHistory } from './sign-in-history.ts';

/**
 * The result of a sign-in. `secondFactor`: there is no session yet. The cookies identify the
 * pending sign-in, which the second factor completes; otherwise it expires.
 */
export type SignInResult =
  | { readonly kind: 'signedIn'; readonly session: Session; readonly setCookies: readonly string[] }
  | {
      readonly kind: 'secondFactor';
      readonly pending: NonNullable<SessionReply['pending']>;
      readonly setCookies: readonly string[];
    };

/**
 * Completes a sign-in. Every sign-in method ends here and sessions open nowhere else, so the second
 * factor, the member's status, the organisation's methods and the history are handled in one place.
 */
export type CompleteSignIn = (
  authenticated: AuthenticatedIdentity,
  client: ClientInfo,
) => Promise<SignInResult>;

type SignInOptions = {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly pending: PendingSignInStore;
  readonly history: SignInHistory;
  readonly sessionCookie: SignedCookie;
  readonly pendingCookie: SignedCookie;
  /** Second factors that the member can prove. */
  readonly listFactorKinds: (userId: string) => Promise<SecondFactorKind[]>;
};

export function createCompleteSignIn(options: SignInOptions): CompleteSignIn {
  return async (authenticated, client) => {
    const status = await readAccountStatus(options.database, authenticated.userId);
    if (status === null) throw new ProblemError('sign-in-failed');
    const problem = findProblem(status, authenticated.provider);
    if (problem !== null) {
      options.history.note(authenticated.userId, authenticated.provider, 'refused', client);
      throw problem;
    }
    if (status.hasSecondFactor && authenticated.factors < 2) {
      const { token, expiresAt } = await options.pending.open(authenticated);
      const kinds = await options.listFactorKinds(authenticated.userId);
      return {
        kind: 'secondFactor',
        pending: { kinds, expiresAt: expiresAt.toISOString() },
        setCookies: [options.pendingCookie.give(token, PENDING_SECONDS)],
      };
    }
    return openSession(options, authenticated, client, status);
  };
}

function findProblem(status: AccountStatus, provider: string): ProblemError | null {
  if (status.suspended) return new ProblemError('member-suspended');
  return acceptsSignInMethod(status, provider) ? null : new ProblemError('sign-in-way-refused');
}

async function openSession(
  options: SignInOptions,
  authenticated: AuthenticatedIdentity,
  client: ClientInfo,
  status: AccountStatus,
): Promise<SignInResult> {
  // Until a required second factor is registered, the session claims no level.
  const claimedLevel =
    requiresSecondFactor(status) && authenticated.factors < 2 ? 0 : status.accessLevel;
  const token = await options.sessions.open(authenticated, client, claimedLevel);
  const found = await options.sessions.find(token);
  // The member was suspended or demoted, or got a second factor, between the two statements.
  if (found.kind !== 'living') {
    if (found.kind === 'fallen') await options.sessions.signOut(found.userId, found.sessionId);
    throw new ProblemError('sign-in-failed');
  }
  options.history.note(authenticated.userId, authenticated.provider, 'succeeded', client);
  return {
    kind: 'signedIn',
    session: found.session,
    setCookies: [options.sessionCookie.give(token, SESSION_SECONDS)],
  };
}
