import type { Actor, UserInfo } from '@yamori/domain';

/** A signed-in session: its id, its actor and the user as the web app shows them. */
export type Session = {
  readonly sessionId: string;
  /**
   * The request used a token that was replaced a moment ago. It may finish requests in progress but
   * not change the account.
   */
  readonly exchanged: boolean;
  readonly actor: Actor;
  readonly user: UserInfo;
};
