import { refuse, type ProblemError, type SessionReply } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { demandsFactor, readStanding, takesWay, type AccountStatus } from './member-standing.ts';
import type { Proof, Visit } from './proof.ts';
import type { Session } from './session.ts';
import type { SecondFactorKind } from './second-factor/factor-kinds.ts';
import { PENDING_SECONDS, type PendingStore } from './sessions/pending-store.ts';
import { SESSION_SECONDS, type SessionStore } from './sessions/session-store.ts';
import type { SignedCookie } from './sessions/signed-cookie.ts';
import type { SignInHistory } from './sign-in-history.ts';

/**
 * The result of a sign-in. `secondFactor`: there is no session yet. The cookies identify the
 * pending sign-in, which the second factor completes; otherwise it expires.
 */
export type Admission =
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
export type Admit = (proof: Proof, visit: Visit) => Promise<Admission>;

type AdmissionOptions = {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly pending: PendingStore;
  readonly history: SignInHistory;
  readonly sessionCookie: SignedCookie;
  readonly pendingCookie: SignedCookie;
  /** Second factors that the member can prove. */
  readonly kindsOf: (userId: string) => Promise<SecondFactorKind[]>;
};

export function createAdmission(options: AdmissionOptions): Admit {
  return async (proof, visit) => {
    const status = await readStanding(options.database, proof.userId);
    if (status === null) throw refuse('sign-in-failed');
    const problem = findProblem(status, proof.provider);
    if (problem !== null) {
      options.history.note(proof.userId, proof.provider, 'refused', visit);
      throw problem;
    }
    if (status.hasSecondFactor && proof.factors < 2) {
      const { token, expiresAt } = await options.pending.open(proof);
      const kinds = await options.kindsOf(proof.userId);
      return {
        kind: 'secondFactor',
        pending: { kinds, expiresAt: expiresAt.toISOString() },
        setCookies: [options.pendingCookie.give(token, PENDING_SECONDS)],
      };
    }
    return openSession(options, proof, visit, status);
  };
}

function findProblem(status: AccountStatus, provider: string): ProblemError | null {
  if (status.suspended) return refuse('member-suspended');
  return takesWay(status, provider) ? null : refuse('sign-in-way-refused');
}

async function openSession(
  options: AdmissionOptions,
  proof: Proof,
  visit: Visit,
  status: AccountStatus,
): Promise<Admission> {
  // Until a required second factor is registered, the session claims no level.
  const claimedLevel = demandsFactor(status) && proof.factors < 2 ? 0 : status.accessLevel;
  const token = await options.sessions.open(proof, visit, claimedLevel);
  const found = await options.sessions.find(token);
  // The member was suspended or demoted, or got a second factor, between the two statements.
  if (found.kind !== 'living') {
    if (found.kind === 'fallen') await options.sessions.signOut(found.userId, found.sessionId);
    throw refuse('sign-in-failed');
  }
  options.history.note(proof.userId, proof.provider, 'succeeded', visit);
  return {
    kind: 'signedIn',
    session: found.session,
    setCookies: [options.sessionCookie.give(token, SESSION_SECONDS)],
  };
}
