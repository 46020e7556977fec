import { z } from 'zod';
import { INVITABLE_KINDS } from '../access/rules/invitation-rules.ts';
import { oneLine } from '../validation/one-line.ts';
import { emailAddress, LANGUAGES, linkSecret, MAX_NAME, personName } from '../validation/person.ts';
import { endpoint } from './endpoint.ts';
import { applicant, OF_APPLICANT, OF_CODE } from './registration.ts';
import { sessionReply } from './sessions.ts';

const MAX_ACCESS_LEVEL = 200;
const id = z.string().min(1).max(100);
const language = z.enum(LANGUAGES);

const domainLimits = z.strictObject({
  rooms: z.int().min(0),
  devices: z.int().min(0),
  members: z.int().min(0),
});
const invitationDays = z.int().min(1).max(30);
const invitationTo = {
  label: oneLine(MAX_NAME),
  mailTo: emailAddress.nullable(),
  days: invitationDays,
  language,
};
const createInvitationCall = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('member'),
    domainId: id,
    accessLevel: z.int().min(0).max(MAX_ACCESS_LEVEL),
    ...invitationTo,
  }),
  z.strictObject({
    kind: z.literal('organisation'),
    parentDomainId: id.nullable(),
    organisationKind: z.enum(INVITABLE_KINDS),
    limits: domainLimits.nullable(),
    ...invitationTo,
  }),
]);
export type CreateInvitationCall = z.infer<typeof createInvitationCall>;

const INVITATION_STATES = ['open', 'accepted', 'expired', 'revoked'] as const;
/**
 * An invitation for those who may invite. Its code is sent only once, when the invitation is
 * created.
 */
export const invitationEntry = z.strictObject({
  invitationId: z.string(),
  kind: z.enum(['member', 'organisation']),
  /**
   * The organisation and level of the invited person; for a new organisation its parent, or null at
   * the top.
   */
  domainId: z.string().nullable(),
  accessLevel: z.int().min(0).max(MAX_ACCESS_LEVEL),
  organisationKind: z.enum(INVITABLE_KINDS).nullable(),
  label: z.string(),
  mailed: z.boolean(),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(INVITATION_STATES),
});
export type InvitationEntry = z.infer<typeof invitationEntry>;
/** `code` opens the invitation; it cannot be read again later. */
const madeInvitation = z.strictObject({ invitation: invitationEntry, code: z.string() });
export type MadeInvitation = z.infer<typeof madeInvitation>;

/** Data of an invitation for the holder of its code. */
const invitationView = z.strictObject({
  kind: z.enum(['member', 'organisation']),
  domainId: z.string().nullable(),
  organisation: z.string().nullable(),
  accessLevel: z.int().min(0).max(MAX_ACCESS_LEVEL),
  invitedBy: z.string(),
  expiresAt: z.string(),
  /**
   * The link of a server without members: its mail may not work yet, so no e-mail proof is
   * required.
   */
  isFirstStart: z.boolean(),
  /** Sign-in methods that the organisation accepts. */
  ways: z.array(z.string()),
});
export type InvitationView = z.infer<typeof invitationView>;

/** Invitations: managers create, list and revoke them; the holder of a code accepts. */
export const invitationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/invitations',
    summary: 'List the invitations of the organisations that the caller manages',
    caller: 'member',
    reply: z.strictObject({ invitations: z.array(invitationEntry) }),
    problems: ['invitation-forbidden'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/invitations',
    summary: 'Invite a member, or the first member of a new organisation',
    caller: 'member',
    body: createInvitationCall,
    reply: madeInvitation,
    problems: [
      'domain-not-found',
      'domain-suspended',
      'invitation-forbidden',
      'mail-missing',
      'limit-registration',
    ],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/invitations/:invitationId/revoke',
    summary: 'Revoke an invitation',
    caller: 'member',
    params: z.strictObject({ invitationId: id }),
    problems: ['invitation-not-found', 'invitation-used', 'invitation-revoked'],
  }),
  /** `domainId` null: the organisation of the code is not known yet. */
  view: endpoint({
    method: 'POST',
    path: '/api/invitations/view',
    summary: 'Show to which organisation and role an invitation code leads',
    caller: 'anyone',
    body: z.strictObject({ code: linkSecret, domainId: id.nullable() }),
    reply: invitationView,
    problems: [...OF_CODE, 'invitation-elsewhere'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    summary: 'Accept an invitation and become a member',
    caller: 'anyone',
    body: z.strictObject({ code: linkSecret, domainId: id, applicant }),
    reply: sessionReply,
    problems: [
      ...OF_CODE,
      ...OF_APPLICANT,
      'invitation-elsewhere',
      'sign-in-way-refused',
      'member-limit-reached',
      'session-required',
      'document-exists',
      'document-conflict',
    ],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/invitations/begin',
    summary: 'Start an account for an invitation, to link LINE or Google before accepting it',
    caller: 'anyone',
    body: z.strictObject({ code: linkSecret, domainId: id, name: personName, language }),
    reply: sessionReply,
    problems: [...OF_CODE, 'invitation-elsewhere', 'sign-out-first'],
  }),
};
