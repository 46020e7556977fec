import { z } from 'zod';
import { oneLine } from '../validation/one-line.ts';
import {
  emailAddress,
  LANGUAGES,
  linkSecret,
  MAX_NAME,
  personKana,
  personName,
} from '../validation/person.ts';
import { endpoint } from './endpoint.ts';
import { sessionReply } from './sessions.ts';

const language = z.enum(LANGUAGES);
export const MAX_CONTACT_LENGTH = 200;
/**
 * Minimum length of a password without a second factor (NIST SP 800-63B-4, 3.1.1.2). The server
 * also rejects common passwords.
 */
export const MIN_NEW_PASSWORD_LENGTH = 15;
/** Minimum length of a password with a second factor. */
export const MIN_LENGTH_WITH_FACTOR = 8;
const newPassword = z.string().min(1).max(512);

/**
 * Proves an address by mail before anything is created for it, so that no stranger can leave a
 * password at another person's address.
 */
const addressProofCall = z.strictObject({
  email: emailAddress,
  language,
  purpose: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('signUp') }),
    z.strictObject({
      kind: z.literal('member'),
      code: linkSecret,
      domainId: z.string().min(1).max(100),
    }),
    z.strictObject({ kind: z.literal('organisation'), code: linkSecret.nullable() }),
  ]),
});
export type AddressProofCall = z.infer<typeof addressProofCall>;

export const MAILED_LINK_KINDS = ['addressProof', 'resetPassword', 'changeEmail'] as const;
/** Lifetime of each link. A reset link is short-lived: the user is waiting for the mail. */
export const MAILED_LINK_MINUTES: Readonly<Record<(typeof MAILED_LINK_KINDS)[number], number>> = {
  addressProof: 24 * 60,
  resetPassword: 30,
  changeEmail: 120,
};
const mailedLinkReply = z.strictObject({ email: z.string(), expiresAt: z.string() });
export type MailedLink = z.infer<typeof mailedLinkReply>;

/**
 * A person without an account. The address is proven by a mailed link, or only stated if no mail is
 * configured.
 */
const newcomer = z.strictObject({
  kind: z.literal('newcomer'),
  address: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('proven'), token: linkSecret }),
    z.strictObject({ kind: z.literal('said'), email: emailAddress }),
  ]),
  name: personName,
  nameKana: personKana.optional(),
  password: newPassword,
  language,
});
export type Newcomer = z.infer<typeof newcomer>;

/** A newcomer, or the signed-in user. */
export const applicant = z.discriminatedUnion('kind', [
  newcomer,
  z.strictObject({ kind: z.literal('signedIn') }),
]);
export type Applicant = z.infer<typeof applicant>;

const registerDomainCall = z.strictObject({
  /** Code of the invitation or the first-start link; null if registration is open. */
  code: linkSecret.nullable(),
  organisation: z.strictObject({
    name: oneLine(MAX_NAME).min(1),
    nameKana: oneLine(MAX_NAME).optional(),
    contact: oneLine(MAX_CONTACT_LENGTH).optional(),
  }),
  applicant,
});
export type RegisterDomainCall = z.infer<typeof registerDomainCall>;

const OF_MAILED_LINK = ['link-not-found', 'link-used', 'link-expired'] as const;
const OF_PASSWORD = ['password-too-short', 'password-too-long', 'password-too-common'] as const;
const OF_MAIL = ['mail-missing', 'limit-registration'] as const;
/** Problems of opening an invitation. */
export const OF_CODE = [
  'limit-registration',
  'invitation-not-found',
  'invitation-used',
  'invitation-revoked',
  'invitation-expired',
  'domain-not-found',
  'domain-suspended',
] as const;
/** Problems of a newcomer, and of an applicant who is one. */
const OF_NEWCOMER = [
  ...OF_MAILED_LINK,
  ...OF_PASSWORD,
  'sign-out-first',
  'address-unproven',
  'account-exists',
] as const;
export const OF_APPLICANT = [...OF_NEWCOMER, 'way-in-missing', 'member-exists'] as const;

/** Creating an account, and replacing a forgotten password. */
export const registrationApi = {
  proveAddress: endpoint({
    method: 'POST',
    path: '/api/registration/address-proof',
    summary: 'Mail a link that proves an e-mail address',
    caller: 'anyone',
    body: addressProofCall,
    problems: [
      'mail-missing',
      ...OF_CODE,
      'invitation-elsewhere',
      'sign-up-refused',
      'domain-registration-refused',
    ],
  }),
  /** The link stays valid. */
  mailedLink: endpoint({
    method: 'POST',
    path: '/api/registration/mailed-link',
    summary: 'Show the purpose of a mailed link, without using it',
    caller: 'anyone',
    body: z.strictObject({ token: linkSecret, kind: z.enum(MAILED_LINK_KINDS) }),
    reply: mailedLinkReply,
    problems: [...OF_MAILED_LINK, 'limit-registration'],
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/api/registration/sign-up',
    summary: 'Create an account without an invitation and sign in',
    caller: 'anyone',
    body: z.strictObject({ applicant: newcomer }),
    reply: sessionReply,
    problems: [...OF_NEWCOMER, 'sign-up-refused'],
  }),
  signInAnonymously: endpoint({
    method: 'POST',
    path: '/api/registration/anonymous',
    summary: 'Create a guest account and sign in',
    caller: 'anyone',
    body: z.strictObject({ language }),
    reply: sessionReply,
    problems: ['sign-out-first', 'anonymous-refused', 'limit-registration'],
  }),
  /** The reply does not reveal whether the address has an account. */
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/registration/password-reset',
    summary: 'Mail a link for setting a new password',
    caller: 'anyone',
    body: z.strictObject({ email: emailAddress, language }),
    problems: OF_MAIL,
  }),
  completeReset: endpoint({
    method: 'POST',
    path: '/api/registration/password-reset/complete',
    summary: 'Set a new password with a mailed link and sign in',
    caller: 'anyone',
    body: z.strictObject({ token: linkSecret, password: newPassword }),
    reply: sessionReply,
    problems: [
      ...OF_MAILED_LINK,
      ...OF_PASSWORD,
      'link-revoked',
      'member-suspended',
      'sign-in-way-refused',
    ],
  }),
  registerDomain: endpoint({
    method: 'POST',
    path: '/api/registration/domain',
    summary: 'Register an organisation with its first member',
    caller: 'anyone',
    body: registerDomainCall,
    reply: sessionReply,
    problems: [...OF_CODE, ...OF_APPLICANT, 'domain-registration-refused', 'member-limit-reached'],
  }),
};
