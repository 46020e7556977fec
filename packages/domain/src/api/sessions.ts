import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { passkeyAssertion, passkeyOptionsReply } from './passkeys.ts';
import { SIGN_IN_PATHS } from './sign-in-paths.ts';

/** The specification's user info (section 3); null for signed-out users. */
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

/** Kinds of second factors. */
const SECOND_FACTOR_KINDS = ['totp', 'backupCode', 'passkey'] as const;

/** Sign-in methods configured for this installation; only those with true are shown. */
const waysIn = z.strictObject({
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
  /** The address is proven by mail before the form of the registration. */
  domainByMail: z.boolean(),
  /** Mail is configured: passwords can be reset and addresses confirmed. */
  passwordReset: z.boolean(),
});
export type OfferedSignInMethods = z.infer<typeof waysIn>;

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

const sessionEnd = z.strictObject({ reason: z.enum(SESSION_END_REASONS), at: z.string() });
export type SessionEnd = z.infer<typeof sessionEnd>;

export const sessionReply = z.strictObject({
  user: userInfo.nullable(),
  /** Pending second-factor challenge of this browser, or null. */
  pending: z
    .strictObject({ kinds: z.array(z.enum(SECOND_FACTOR_KINDS)), expiresAt: z.string() })
    .nullable(),
  /** Why the session that this browser still holds ended; null during a session or a sign-in. */
  ended: sessionEnd.nullable(),
  waysIn,
  /**
   * Domains that the member can access, for the organisation switcher; everything for developer
   * levels.
   */
  reach: z.union([z.literal('everything'), z.array(z.string())]),
  /** Whether the member's organisation is a home (kind `individual`). */
  hasOwnHome: z.boolean(),
  /** The demonstration's accounts; empty on a real installation. */
  demonstrationAccounts: z.array(
    z.strictObject({ email: z.string(), password: z.string(), accessLevel: z.int() }),
  ),
});
export type SessionReply = z.infer<typeof sessionReply>;

const code = z.string().min(1).max(32);
const byCode = z.strictObject({ kind: z.literal('totp'), code });
const byBackupCode = z.strictObject({ kind: z.literal('backupCode'), code });
const byPasskey = z.strictObject({ kind: z.literal('passkey'), assertion: passkeyAssertion });

const secondFactorProof = z.discriminatedUnion('kind', [byCode, byBackupCode, byPasskey]);
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

/** Identity confirmation of a signed-in user. */
const confirmationProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: z.string().min(1).max(128) }),
  byCode,
  byBackupCode,
  byPasskey,
]);
export type ConfirmationProof = z.infer<typeof confirmationProof>;

/** Where this account is signed in. */
const sessionListReply = z.strictObject({
  sessions: z.array(
    z.strictObject({
      sessionId: z.string(),
      signedInAt: z.string(),
      lastUsedAt: z.string(),
      expiresAt: z.string(),
      provider: z.string(),
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
      current: z.boolean(),
      /** Two factors have been verified in this session. */
      secondFactor: z.boolean(),
    }),
  ),
});
export type SessionEntry = z.infer<typeof sessionListReply>['sessions'][number];

export const SIGN_IN_OUTCOMES = ['succeeded', 'failed', 'secondFactorFailed', 'refused'] as const;

/** Sign-in attempts for this account, newest first. */
const signInHistoryReply = z.strictObject({
  signIns: z.array(
    z.strictObject({
      at: z.string(),
      provider: z.string(),
      outcome: z.enum(SIGN_IN_OUTCOMES),
      address: z.string(),
      userAgent: z.string(),
    }),
  ),
});
export type SignInEntry = z.infer<typeof signInHistoryReply>['signIns'][number];

/** Problems of the sign-in pipeline, shared by all methods. */
const DOOR = ['sign-in-failed', 'member-suspended', 'sign-in-way-refused'] as const;
const LIMITED = ['sign-in-limited', 'sign-in-locked'] as const;

/** Signing in and out, the second step of a sign-in, and the caller's own sessions. */
export const sessionApi = {
  read: endpoint({
    method: 'GET',
    path: SIGN_IN_PATHS.read,
    summary: "Read the caller's session and the sign-in methods of this server",
    caller: 'anyone',
    reply: sessionReply,
    problems: [],
  }),
  signIn: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.signIn,
    summary: 'Sign in with e-mail address and password',
    caller: 'anyone',
    body: z.strictObject({ email: z.email().max(254), password: z.string().min(1).max(128) }),
    reply: sessionReply,
    problems: [...DOOR, ...LIMITED],
  }),
  signOut: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.signOut,
    summary: "Sign out: end the caller's session",
    caller: 'anyone',
    reply: sessionReply,
    problems: [],
  }),
  refresh: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.refresh,
    summary: 'Read the session, with a new token if the access level has changed',
    caller: 'anyone',
    reply: sessionReply,
    problems: [],
  }),
  proveSecondFactor: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.proveSecondFactor,
    summary: 'Complete a sign-in with a second factor',
    caller: 'anyone',
    body: secondFactorProof,
    reply: sessionReply,
    problems: [...DOOR, ...LIMITED, 'second-factor-failed', 'second-factor-expired'],
  }),
  secondFactorRequest: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.secondFactorRequest,
    summary: 'Create the challenge for completing a sign-in with a passkey',
    caller: 'anyone',
    reply: passkeyOptionsReply,
    problems: ['second-factor-expired', 'passkey-invalid'],
  }),
  leaveSecondFactor: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.leaveSecondFactor,
    summary: 'Cancel a sign-in that awaits its second factor',
    caller: 'anyone',
    reply: sessionReply,
    problems: [],
  }),
  passkeyRequest: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.passkeyRequest,
    summary: 'Create the challenge for signing in with a passkey',
    caller: 'anyone',
    reply: passkeyOptionsReply,
    problems: ['passkey-invalid'],
  }),
  signInByPasskey: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.signInByPasskey,
    summary: 'Sign in with a passkey',
    caller: 'anyone',
    body: z.strictObject({ assertion: passkeyAssertion }),
    reply: sessionReply,
    problems: [...DOOR, 'passkey-invalid'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/session/list',
    summary: "List the sessions of the caller's account",
    caller: 'member',
    reply: sessionListReply,
    problems: [],
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/session/history',
    summary: "List the sign-ins and failed attempts of the caller's account",
    caller: 'member',
    reply: signInHistoryReply,
    problems: [],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/session/end',
    summary: "End a session of the caller's account",
    caller: 'session',
    body: z.strictObject({ sessionId: z.string().min(1).max(100) }),
    problems: ['entry-not-found'],
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/api/session/end-others',
    summary: "End all other sessions of the caller's account",
    caller: 'session',
    problems: [],
  }),
  endAll: endpoint({
    method: 'POST',
    path: '/api/session/end-all',
    summary: "End all sessions of the caller's account, including this one",
    caller: 'session',
    problems: ['confirmation-required'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/session/confirm',
    summary: "Confirm the caller's identity again, with a password or second factor",
    caller: 'session',
    body: confirmationProof,
    problems: [...LIMITED, 'password-wrong', 'second-factor-failed'],
  }),
  confirmRequest: endpoint({
    method: 'POST',
    path: '/api/session/confirm/passkey-request',
    summary: "Create the challenge for confirming the caller's identity with a passkey",
    caller: 'session',
    reply: passkeyOptionsReply,
    problems: ['passkey-invalid'],
  }),
};
