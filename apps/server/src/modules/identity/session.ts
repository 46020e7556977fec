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

/** The authenticated identity: which account a sign-in method proved, and how strongly. */
export type AuthenticatedIdentity = {
  readonly userId: string;
  /** `email`, `line`, `google`, `saml.{id}`, `passkey`, `anonymous`, `singleTimeToken`. */
  readonly provider: string;
  /** 2 if the method itself proves two factors: a passkey that verified its user. */
  readonly factors: 1 | 2;
  /** Set for a one-time link: the session gives access to the link's subject only. */
  readonly singleTimeToken?: string;
};

/** The client of a request, as the lists of sessions and sign-ins show it. */
export type ClientInfo = { readonly address: string; readonly userAgent: string };
