import type { Actor, UserInfo } from '@yamori/domain';

/**
 * Somebody's signed-in session: which one, who it speaks for, and what the screens are told of
 * them.
 */
export type Session = {
  readonly sessionId: string;
  /**
   * Asked for with a token that was exchanged a moment ago: good for what was under way, not for
   * changes of the account.
   */
  readonly exchanged: boolean;
  readonly actor: Actor;
  readonly user: UserInfo;
};
