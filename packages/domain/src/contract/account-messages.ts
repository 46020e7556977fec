import { z } from 'zod';

/** Bytes in base64url, as browsers write what a passkey says. */
const bytesText = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/);
const code = z.string().min(1).max(32);

/**
 * What a browser asks a passkey with: made by the server for the one ceremony, read by nobody else.
 */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
export const passkeyOptionsReply = z.strictObject({ options: passkeyOptions });

const credential = {
  id: bytesText,
  rawId: bytesText,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

/** A passkey's answer when it proves its owner. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytesText,
    authenticatorData: bytesText,
    signature: bytesText,
    userHandle: bytesText.optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** A new passkey's first words. */
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytesText,
    attestationObject: bytesText,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

const byCode = z.strictObject({ kind: z.literal('totp'), code });
const byBackupCode = z.strictObject({ kind: z.literal('backupCode'), code });
const byPasskey = z.strictObject({ kind: z.literal('passkey'), assertion: passkeyAssertion });

/** `POST /api/session/second-factor` */
export const secondFactorProof = z.discriminatedUnion('kind', [byCode, byBackupCode, byPasskey]);
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

/** `POST /api/session/confirm`: somebody signed in shows again that it is they. */
export const confirmationProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: z.string().min(1).max(128) }),
  byCode,
  byBackupCode,
  byPasskey,
]);
export type ConfirmationProof = z.infer<typeof confirmationProof>;

export const CONFIRMATION_KINDS = ['password', 'totp', 'passkey', 'backupCode'] as const;

/** `GET /api/account/security`: how this account is kept safe. */
export const accountSecurity = z.strictObject({
  hasPassword: z.boolean(),
  /** Characters that a new password needs: fewer beside a second factor. */
  leastPasswordLength: z.int(),
  /** The member's organisation demands a second factor. */
  mfaRequired: z.boolean(),
  factors: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['totp', 'passkey']),
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
  backupCodesLeft: z.int().min(0),
  /** Whether this browser's address can hold passkeys. */
  passkeys: z.boolean(),
  confirmationKinds: z.array(z.enum(CONFIRMATION_KINDS)),
});
export type AccountSecurity = z.infer<typeof accountSecurity>;

/**
 * `POST /api/account/totp`: the key of an app, told until it is confirmed. `uri` is what its camera
 * reads.
 */
export const totpReply = z.strictObject({ key: z.string(), uri: z.string() });

/** After a factor was added. Backup codes come with the first one and are told this once. */
export const factorAddedReply = z.strictObject({ backupCodes: z.array(z.string()).nullable() });
export const backupCodesReply = z.strictObject({ backupCodes: z.array(z.string()) });

export const SIGN_IN_OUTCOMES = ['succeeded', 'failed', 'secondFactorFailed', 'refused'] as const;

/** `GET /api/session/list`: where this account is signed in. */
export const sessionListReply = z.strictObject({
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
      /** Two factors were shown when it was opened, or since. */
      secondFactor: z.boolean(),
    }),
  ),
});
export type SessionEntry = z.infer<typeof sessionListReply>['sessions'][number];

/** `GET /api/session/history`: who tried to sign in as this account, newest first. */
export const signInHistoryReply = z.strictObject({
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
