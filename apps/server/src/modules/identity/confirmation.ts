import { ProblemError, type ConfirmationProof } from '@yamori/domain';
import type { Passwords } from './passwords/passwords.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import type { SessionStore } from './sessions/session-store.ts';

const LIFETIME_MS = 10 * 60 * 1000;

/** Sensitive actions require that the session's member has confirmed their identity recently. */
export type Confirmation = {
  /** Rejects a session whose last proof is older than ten minutes. */
  readonly require: (sessionId: string | null) => Promise<void>;
  /** Call this after the session's own member has proved their identity. */
  readonly give: (sessionId: string) => Promise<void>;
  readonly prove: (asker: Asker, proof: ConfirmationProof) => Promise<void>;
  readonly passkeyRequest: (
    asker: Pick<Asker, 'userId' | 'sessionId'>,
  ) => ReturnType<SecondFactors['passkeyRequest']>;
};

type Asker = {
  readonly userId: string;
  readonly sessionId: string;
  readonly origin: string | undefined;
  readonly address: string;
};

type ConfirmationOptions = {
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
}: ConfirmationOptions): Confirmation {
  return {
    require: async (sessionId) => {
      if (sessionId === null) throw new ProblemError('session-required');
      const confirmedAt = await sessions.confirmedAt(sessionId);
      if (confirmedAt === null || now().getTime() - confirmedAt.getTime() > LIFETIME_MS)
        throw new ProblemError('confirmation-required');
    },
    give: sessions.confirm,
    prove: async ({ userId, sessionId, origin, address }, proof) => {
      if (proof.kind === 'password')
        await passwords.prove({ userId, sessionId }, proof.password, address);
      else
        await factors.proveInSession({ userId, sessionId, address }, proof, {
          purpose: getPurpose(sessionId),
          origin,
        });
      await sessions.confirm(sessionId);
    },
    passkeyRequest: ({ userId, sessionId }) =>
      factors.passkeyRequest(userId, getPurpose(sessionId)),
  };
}

const getPurpose = (sessionId: string): string => `confirmation ${sessionId}`;
