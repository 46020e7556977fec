import { z } from 'zod';

/**
 * The specification's user info (section 3), as `GET /api/session` tells it; null when nobody is
 * signed in.
 */
export const userInfo = z.strictObject({
  providerId: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  photoURL: z.string().nullable(),
  uid: z.string(),
  isEmailVerified: z.boolean(),
  isAnonymous: z.boolean(),
  loginProviders: z.array(z.strictObject({ provider: z.string(), uid: z.string() })),
  /** From the session's claim; 0 by default. */
  accessLevel: z.int().min(0).max(200),
  domainId: z.string().nullable(),
  rootDomainId: z.string().nullable(),
  singleTimeToken: z.string().nullable(),
  mfas: z.array(z.strictObject({ id: z.string(), kind: z.string(), name: z.string() })),
  signInTime: z.string(),
});
export type UserInfo = z.infer<typeof userInfo>;

/** What a member may prove as a second factor (reliability.md, section 2). */
export const SECOND_FACTOR_KINDS = ['totp', 'backupCode', 'passkey'] as const;

/** The ways in that this installation is configured for; what is false is not shown. */
export const waysIn = z.strictObject({
  password: z.boolean(),
  line: z.boolean(),
  google: z.boolean(),
  saml: z.boolean(),
  passkey: z.boolean(),
  anonymous: z.boolean(),
  /** An account without an invitation. */
  signUp: z.boolean(),
  /** A new organisation without an invitation, by configuration. */
  registerDomain: z.boolean(),
  /** Whoever does so proves their address by mail before they fill in anything. */
  domainByMail: z.boolean(),
  /** Mail reaches people: a forgotten password can be replaced, an address confirmed. */
  passwordReset: z.boolean(),
});
export type WaysIn = z.infer<typeof waysIn>;

/** Why a session ended other than by a sign-out in its own browser. */
export const SESSION_END_REASONS = [
  'endedElsewhere',
  'endedByManager',
  'suspended',
  'expired',
  'passwordChanged',
  'levelChanged',
  'factorAdded',
  'emailChanged',
  'wayRemoved',
  'accountDeleted',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

export const sessionEnd = z.strictObject({ reason: z.enum(SESSION_END_REASONS), at: z.string() });
export type SessionEnd = z.infer<typeof sessionEnd>;

export const sessionReply = z.strictObject({
  user: userInfo.nullable(),
  /** Somebody proved a first factor in this browser and owes the second; null otherwise. */
  pending: z
    .strictObject({ kinds: z.array(z.enum(SECOND_FACTOR_KINDS)), expiresAt: z.string() })
    .nullable(),
  /**
   * What became of the session that this browser still holds; null while somebody is signed in or
   * on their way in.
   */
  ended: sessionEnd.nullable(),
  waysIn,
  /**
   * Domains that the member reaches, for the organisation switcher; everything for developer
   * levels.
   */
  reach: z.union([z.literal('everything'), z.array(z.string())]),
  /** The demonstration's accounts, shown on its sign-in page only; empty on a real installation. */
  demonstrationAccounts: z.array(
    z.strictObject({ email: z.string(), password: z.string(), accessLevel: z.int() }),
  ),
});
export type SessionReply = z.infer<typeof sessionReply>;
