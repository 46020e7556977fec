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

export type AdmissionOptions = {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly pending: PendingStore;
  readonly history: SignInHistory;
  readonly sessionCookie: SignedCookie;
  readonly pendingCookie: SignedCookie;
  /** Second factors that the member can prove. */
  readonly kindsOf: (userId: string) => Promise<SecondFactorKind[]>;
};

export function createAdmission(parts: AdmissionOptions): Admit {
  return async (proof, visit) => {
    const standing = await readStanding(parts.database, proof.userId);
    if (standing === null) throw refuse('sign-in-failed');
    const refusal = findProblem(standing, proof.provider);
    if (refusal !== null) {
      parts.history.note(proof.userId, proof.provider, 'refused', visit);
      throw refusal;
    }
    if (standing.hasSecondFactor && proof.factors < 2) {
      const { token, expiresAt } = await parts.pending.open(proof);
      const kinds = await parts.kindsOf(proof.userId);
      return {
        kind: 'secondFactor',
        pending: { kinds, expiresAt: expiresAt.toISOString() },
        setCookies: [parts.pendingCookie.give(token, PENDING_SECONDS)],
      };
    }
    return openSession(parts, proof, visit, standing);
  };
}

function findProblem(standing: AccountStatus, provider: string): ProblemError | null {
  if (standing.suspended) return refuse('member-suspended');
  return takesWay(standing, provider) ? null : refuse('sign-in-way-refused');
}

async function openSession(
  parts: AdmissionOptions,
  proof: Proof,
  visit: Visit,
  standing: AccountStatus,
): Promise<Admission> {
  // Until a required second factor is registered, the session claims no level.
  const claimedLevel = demandsFactor(standing) && proof.factors < 2 ? 0 : standing.accessLevel;
  const token = await parts.sessions.open(proof, visit, claimedLevel);
  const found = await parts.sessions.find(token);
  // The member was suspended or demoted, or got a second factor, between the two statements.
  if (found.kind !== 'living') {
    if (found.kind === 'fallen') await parts.sessions.signOut(found.userId, found.sessionId);
    throw refuse('sign-in-failed');
  }
  parts.history.note(proof.userId, proof.provider, 'succeeded', visit);
  return {
    kind: 'signedIn',
    session: found.session,
    setCookies: [parts.sessionCookie.give(token, SESSION_SECONDS)],
  };
}
