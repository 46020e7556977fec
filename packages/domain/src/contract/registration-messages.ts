import { z } from 'zod';
import { INVITABLE_KINDS } from '../access/rules/invitation-rules.ts';
import { oneLine } from '../validation/one-line.ts';

/** Languages of mails and screens. */
export const LANGUAGES = ['ja', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
const language = z.enum(LANGUAGES);

const MOST_LEVEL = 200;
/** Of the names of people and organisations, and of what somebody calls an invitation. */
export const MOST_NAME = 120;
export const MOST_CONTACT = 200;
export const personName = oneLine(MOST_NAME).min(1);
export const personKana = oneLine(MOST_NAME);
export const emailAddress = z.email().max(254);
/**
 * Of a password that stands alone (NIST SP 800-63B-4, 3.1.1.2; reliability.md, section 2); which
 * others are refused, the server knows.
 */
export const LEAST_NEW_PASSWORD = 15;
/** Of one beside a second factor. */
export const LEAST_BESIDE_FACTOR = 8;
const newPassword = z.string().min(1).max(512);
/** Of a mailed link, an invitation or a one-time link: what stands behind `#` in its address. */
const secret = z.string().trim().min(1).max(200);

/**
 * Proves an address by mail before anything is made for it, so that nobody leaves a password behind
 * at another's address.
 */
export const addressProofCall = z.strictObject({
  email: emailAddress,
  language,
  purpose: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('signUp') }),
    z.strictObject({
      kind: z.literal('member'),
      code: secret,
      domainId: z.string().min(1).max(100),
    }),
    z.strictObject({ kind: z.literal('organisation'), code: secret.nullable() }),
  ]),
});
export type AddressProofCall = z.infer<typeof addressProofCall>;

export const passwordResetCall = z.strictObject({ email: emailAddress, language });
export const completeResetCall = z.strictObject({ token: secret, password: newPassword });

export const MAILED_LINK_KINDS = ['addressProof', 'resetPassword', 'changeEmail'] as const;
/** How long each can be used. A new password is asked for by somebody who waits for it. */
export const MAILED_LINK_MINUTES: Readonly<Record<(typeof MAILED_LINK_KINDS)[number], number>> = {
  addressProof: 24 * 60,
  resetPassword: 30,
  changeEmail: 120,
};
/** What a mailed link is for; asking does not use it up. */
export const mailedLinkCall = z.strictObject({ token: secret, kind: z.enum(MAILED_LINK_KINDS) });
export const mailedLinkReply = z.strictObject({ email: z.string(), expiresAt: z.string() });

/**
 * Somebody without an account: whose address is proven by a mailed link, or said only, where no
 * mail is configured.
 */
export const newcomer = z.strictObject({
  kind: z.literal('newcomer'),
  address: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('proven'), token: secret }),
    z.strictObject({ kind: z.literal('said'), email: emailAddress }),
  ]),
  name: personName,
  nameKana: personKana.optional(),
  password: newPassword,
  language,
});
export type Newcomer = z.infer<typeof newcomer>;

/** Who accepts: a newcomer, or whoever is signed in. */
export const applicant = z.discriminatedUnion('kind', [
  newcomer,
  z.strictObject({ kind: z.literal('signedIn') }),
]);
export type Applicant = z.infer<typeof applicant>;

export const signUpCall = z.strictObject({ applicant: newcomer });
export const anonymousCall = z.strictObject({ language });

export const registerDomainCall = z.strictObject({
  /** The invitation's, or that of the first-start link; null where everybody may register. */
  code: secret.nullable(),
  organisation: z.strictObject({
    name: oneLine(MOST_NAME).min(1),
    nameKana: oneLine(MOST_NAME).optional(),
    contact: oneLine(MOST_CONTACT).optional(),
  }),
  applicant,
});
export type RegisterDomainCall = z.infer<typeof registerDomainCall>;

const domainLimits = z.strictObject({
  rooms: z.int().min(0),
  devices: z.int().min(0),
  members: z.int().min(0),
});
const invitationDays = z.int().min(1).max(30);
const invitationTo = {
  label: oneLine(MOST_NAME),
  mailTo: emailAddress.nullable(),
  days: invitationDays,
  language,
};
export const createInvitationCall = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('member'),
    domainId: z.string().min(1).max(100),
    accessLevel: z.int().min(0).max(MOST_LEVEL),
    ...invitationTo,
  }),
  z.strictObject({
    kind: z.literal('organisation'),
    parentDomainId: z.string().min(1).max(100).nullable(),
    organisationKind: z.enum(INVITABLE_KINDS),
    limits: domainLimits.nullable(),
    ...invitationTo,
  }),
]);
export type CreateInvitationCall = z.infer<typeof createInvitationCall>;

export const INVITATION_STATES = ['open', 'accepted', 'expired', 'revoked'] as const;
/**
 * An invitation as those who may invite see it. Its code is not among this: it is told once, when
 * it is made.
 */
export const invitationEntry = z.strictObject({
  invitationId: z.string(),
  kind: z.enum(['member', 'organisation']),
  /** Whom it lets in where; for an organisation the one above, or null at the top. */
  domainId: z.string().nullable(),
  accessLevel: z.int().min(0).max(MOST_LEVEL),
  organisationKind: z.enum(INVITABLE_KINDS).nullable(),
  label: z.string(),
  mailed: z.boolean(),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(INVITATION_STATES),
});
export type InvitationEntry = z.infer<typeof invitationEntry>;
export const invitationListReply = z.strictObject({ invitations: z.array(invitationEntry) });
/** `code` opens it; nobody can read it again later. */
export const createInvitationReply = z.strictObject({
  invitation: invitationEntry,
  code: z.string(),
});

/** `domainId` null: whoever typed a code and does not know yet where it leads. */
export const viewInvitationCall = z.strictObject({
  code: secret,
  domainId: z.string().min(1).max(100).nullable(),
});
/** What somebody who holds the code may know of an invitation. */
export const invitationView = z.strictObject({
  kind: z.enum(['member', 'organisation']),
  domainId: z.string().nullable(),
  organisation: z.string().nullable(),
  accessLevel: z.int().min(0).max(MOST_LEVEL),
  invitedBy: z.string(),
  expiresAt: z.string(),
  /** The link of a server without members: its mail may not work yet, so none is asked for. */
  isFirstStart: z.boolean(),
  /** Ways in that the organisation takes. */
  ways: z.array(z.string()),
});
export type InvitationView = z.infer<typeof invitationView>;
export const acceptInvitationCall = z.strictObject({
  code: secret,
  domainId: z.string().min(1).max(100),
  applicant,
});
/** An account without a password for whoever is going to link LINE or Google to it. */
export const beginInvitationCall = z.strictObject({
  code: secret,
  domainId: z.string().min(1).max(100),
  name: personName,
  language,
});

/** What a one-time link opens. Another kind of thing is another line here. */
export const oneTimeSubject = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('report'),
    domainId: z.string().min(1).max(100),
    /** Which report, as the reports name it. */
    report: z.string().min(1).max(500),
  }),
]);
export type OneTimeSubject = z.infer<typeof oneTimeSubject>;

export const createOneTimeLinkCall = z.strictObject({
  subject: oneTimeSubject,
  label: oneLine(MOST_NAME).min(1),
  hours: z
    .int()
    .min(1)
    .max(14 * 24),
});
export const ONE_TIME_STATES = ['open', 'opened', 'expired', 'revoked'] as const;
export const oneTimeLinkEntry = z.strictObject({
  linkId: z.string(),
  subject: oneTimeSubject,
  label: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(ONE_TIME_STATES),
});
export type OneTimeLinkEntry = z.infer<typeof oneTimeLinkEntry>;
export const createOneTimeLinkReply = z.strictObject({ link: oneTimeLinkEntry, token: z.string() });
export const oneTimeLinkListReply = z.strictObject({ links: z.array(oneTimeLinkEntry) });
export const oneTimeTokenCall = z.strictObject({ token: secret });
export const oneTimeSignInCall = z.strictObject({ token: secret, language });
/** What somebody who holds the link, or the session that it opened, may know of it. */
export const oneTimeView = z.strictObject({
  subject: oneTimeSubject,
  organisation: z.string(),
  label: z.string(),
  expiresAt: z.string(),
});
export type OneTimeView = z.infer<typeof oneTimeView>;
