/**
 * A way in that somebody has just gone through: whose account it proved, and how much it proved.
 */
export type Proof = {
  readonly userId: string;
  /** `email`, `line`, `google`, `saml.{id}`, `passkey`, `anonymous`, `singleTimeToken`. */
  readonly provider: string;
  /** 2 where the way itself proves two factors: a passkey that verified its user. */
  readonly factors: 1 | 2;
  /** Set by a one-time link: the session opens only what the link was made for. */
  readonly singleTimeToken?: string;
};

/** Where the request came from, as the list of sessions and the history of sign-ins show it. */
export type Visit = { readonly address: string; readonly userAgent: string };
