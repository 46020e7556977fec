import { refuse } from '@yamori/domain';
import type { SessionStore } from './sessions/session-store.ts';

const LASTS_MS = 10 * 60 * 1000;

/** Whether somebody at this session just now proved to be its member: dangerous acts ask for it. */
export type Confirmation = {
  /** @throws ProblemError `session-required`, `confirmation-required` when the last proof is older than ten minutes */
  readonly require: (sessionId: string | null) => Promise<void>;
  /** To be called by whatever has just taken a proof of the session's own member. */
  readonly give: (sessionId: string) => Promise<void>;
};

export function createConfirmation(sessions: SessionStore, now: () => Date): Confirmation {
  return {
    require: async (sessionId) => {
      if (sessionId === null) throw refuse('session-required');
      const confirmedAt = await sessions.confirmedAt(sessionId);
      if (confirmedAt === null || now().getTime() - confirmedAt.getTime() > LASTS_MS) throw refuse('confirmation-required');
    },
    give: sessions.confirm,
  };
}
