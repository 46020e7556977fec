import type { Session } from './session.ts';

/** A way in that somebody has just gone through: whose account it proved, and how much it proved. */
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

/**
 * What became of it. `secondFactor`: no session yet; the cookies hold the half-open sign-in, which the second factor
 * completes or time ends.
 */
export type Admission =
  | { readonly kind: 'signedIn'; readonly session: Session; readonly setCookies: readonly string[] }
  | { readonly kind: 'secondFactor'; readonly setCookies: readonly string[] };

/**
 * The one door: every way in ends here and nowhere else is a session opened, so the second factor, the suspended member,
 * the member's domain and the history of sign-ins are looked at once for all.
 * @throws ProblemError `member-suspended`, `sign-in-way-refused` (the member's organisation does not take this way)
 */
export type Admit = (proof: Proof, visit: Visit) => Promise<Admission>;
