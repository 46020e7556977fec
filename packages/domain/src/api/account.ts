import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { passkeyAttestation, passkeyOptionsReply } from './passkeys.ts';

export const CONFIRMATION_KINDS = ['password', 'totp', 'passkey', 'backupCode'] as const;

/** Sign-in security of the caller's account. */
const accountSecurity = z.strictObject({
  hasPassword: z.boolean(),
  /** Minimum length of a new password; shorter if the account has a second factor. */
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

/** `current` is null where the account has no password yet. */
const passwordCall = z.strictObject({
  current: z.string().min(1).max(128).nullable(),
  password: z.string().min(1).max(512),
});

/** The key for an authenticator app, sent until it is confirmed. The app's camera reads `uri`. */
const totpReply = z.strictObject({ key: z.string(), uri: z.string() });
/** Backup codes are created with the first factor and sent only this once. */
const factorAddedReply = z.strictObject({ backupCodes: z.array(z.string()).nullable() });

const passkeyName = z.string().trim().min(1).max(60);
const factorId = z.string().min(1).max(1_400);

const CONFIRMED = ['confirmation-required'] as const;
const LIMITED = ['sign-in-limited', 'sign-in-locked'] as const;

/** Sign-in security of the caller's own account: password, second factors, backup codes. */
export const accountApi = {
  security: endpoint({
    method: 'GET',
    path: '/api/account/security',
    summary: "Show whether the caller's account has a password, and its second factors",
    caller: 'owner',
    reply: accountSecurity,
    problems: [],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    summary: "Change the password of the caller's account, or set its first one",
    caller: 'owner',
    body: passwordCall,
    problems: [
      ...CONFIRMED,
      ...LIMITED,
      'confirmation-failed',
      'password-wrong',
      'password-too-short',
      'password-too-long',
      'password-too-common',
    ],
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp',
    summary: 'Create the secret of a new authenticator app',
    caller: 'owner',
    reply: totpReply,
    problems: CONFIRMED,
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp/confirm',
    summary: 'Activate the new authenticator app with its first code',
    caller: 'owner',
    body: z.strictObject({ code: z.string().min(1).max(32) }),
    reply: factorAddedReply,
    problems: [...CONFIRMED, ...LIMITED, 'second-factor-failed'],
  }),
  passkeyCreation: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/creation',
    summary: 'Create the options with which the browser makes a passkey',
    caller: 'owner',
    reply: passkeyOptionsReply,
    problems: [...CONFIRMED, 'passkey-invalid'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    summary: "Add the passkey that the browser made to the caller's account",
    caller: 'owner',
    body: z.strictObject({ name: passkeyName, attestation: passkeyAttestation }),
    reply: factorAddedReply,
    problems: [...CONFIRMED, 'passkey-invalid', 'passkey-exists'],
  }),
  renamePasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/rename',
    summary: "Rename a passkey of the caller's account",
    caller: 'owner',
    body: z.strictObject({ id: factorId, name: passkeyName }),
    problems: ['entry-not-found'],
  }),
  removeFactor: endpoint({
    method: 'POST',
    path: '/api/account/factors/remove',
    summary: "Remove a second factor from the caller's account",
    caller: 'owner',
    body: z.strictObject({ id: factorId }),
    problems: [...CONFIRMED, 'entry-not-found', 'last-factor-refused', 'password-too-short'],
  }),
  renewBackupCodes: endpoint({
    method: 'POST',
    path: '/api/account/backup-codes',
    summary: "Replace all backup codes of the caller's account with new ones",
    caller: 'owner',
    reply: z.strictObject({ backupCodes: z.array(z.string()) }),
    problems: [...CONFIRMED, 'entry-not-found'],
  }),
};
