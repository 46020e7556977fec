import { refuse, type ConfirmationProof } from '@yamori/domain';
import type { Passwords } from './passwords/passwords.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import type { SessionStore } from './sessions/session-store.ts';

const LASTS_MS = 10 * 60 * 1000;

/** Whether somebody at this session just now proved to be its member: dangerous acts ask for it. */
export type Confirmation = {
  /**
   * @throws ProblemError `session-required`, `confirmation-required` when the last proof is older
   * than ten minutes
   */
  readonly require: (sessionId: string | null) => Promise<void>;
  /** To be called by whatever has just taken a proof of the session's own member. */
  readonly give: (sessionId: string) => Promise<void>;
  /**
   * @throws ProblemError `password-wrong`, `second-factor-failed`, `sign-in-limited`,
   * `sign-in-locked`
   */
  readonly prove: (asker: Asker, proof: ConfirmationProof) => Promise<void>;
  readonly passkeyRequest: (
    asker: Pick<Asker, 'userId' | 'sessionId'>,
  ) => ReturnType<SecondFactors['passkeyRequest']>;
};

/** Who proves it, in which session, on which page and from where. */
export type Asker = {
  readonly userId: string;
  readonly sessionId: string;
  readonly origin: string | undefined;
  readonly address: string;
};

export type ConfirmationParts = {
  readonly sessions: SessionStore;
  readonly passwords: Passwords;
  readonly factors: SecondFactors;
  readonly now: () => Date;
};

export function createConfirmation({
  sessions,
  passwords,
  factors,
  now,
}: ConfirmationParts): Confirmation {
  return {
    require: async (sessionId) => {
      if (sessionId === null) throw refuse('session-required');
      const confirmedAt = await sessions.confirmedAt(sessionId);
      if (confirmedAt === null || now().getTime() - confirmedAt.getTime() > LASTS_MS)
        throw refuse('confirmation-required');
    },
    give: sessions.confirm,
    prove: async ({ userId, sessionId, origin, address }, proof) => {
      if (proof.kind === 'password')
        await passwords.prove({ userId, sessionId }, proof.password, address);
      else await factors.prove(userId, proof, { purpose: purposeOf(sessionId), origin }, address);
      await sessions.confirm(sessionId);
    },
    passkeyRequest: ({ userId, sessionId }) => factors.passkeyRequest(userId, purposeOf(sessionId)),
  };
}

const purposeOf = (sessionId: string): string => `confirmation ${sessionId}`;
