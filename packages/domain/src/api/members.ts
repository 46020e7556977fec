import { z } from 'zod';
import { STAFF_STATES } from '../collections/organisation.ts';
import { LANGUAGES } from '../validation/person.ts';
import { endpoint } from './endpoint.ts';

/** How somebody's account is kept safe, for whoever manages them. */
const memberSecurity = z.strictObject({
  hasPassword: z.boolean(),
  /** An app or a passkey. */
  hasSecondFactor: z.boolean(),
  /** Null: never, or longer ago than is kept (180 days). */
  lastSignInAt: z.string().nullable(),
  sessions: z.int().min(0),
  /** Whether a link to a new password can go to an address that they have proved. */
  mailable: z.boolean(),
  /**
   * Of the asker's own level and organisation: what is done to them goes through their own mail, or
   * takes two managers (decision 032).
   */
  isPeer: z.boolean(),
  /** What one manager has asked for and another has to do too, until then. */
  requests: z.array(
    z.strictObject({
      act: z.enum(['factorsReset', 'passwordGiven']),
      isMine: z.boolean(),
      expiresAt: z.string(),
    }),
  ),
});

const memberEntry = z.strictObject({
  userId: z.string(),
  name: z.string(),
  nameKana: z.string(),
  email: z.string().nullable(),
  accessLevel: z.number(),
  state: z.enum(STAFF_STATES),
  /**
   * Null for members whom the asker does not manage, themselves among them, and for those who have
   * no account yet.
   */
  security: memberSecurity.nullable(),
});
export type MemberEntry = z.infer<typeof memberEntry>;

/** `complete` is false where there are more than one answer holds. */
const memberListReply = z.strictObject({
  members: z.array(memberEntry),
  complete: z.boolean(),
});

/** By mail to the member's proven address, or as a link that the manager hands over. */
const givePasswordCall = z.strictObject({
  by: z.enum(['mail', 'hand']),
  language: z.enum(LANGUAGES),
});
/**
 * `token` stands behind `#` of the page that sets a password; null where it was mailed. `awaits`:
 * nothing was done yet, a second manager has to do the same until then.
 */
const givePasswordReply = z.strictObject({
  token: z.string().nullable(),
  awaits: z.boolean(),
  expiresAt: z.string(),
});
export type GivenPassword = z.infer<typeof givePasswordReply>;
/** `language`: of the mail, for who has told none. */
const factorResetCall = z.strictObject({ language: z.enum(LANGUAGES) });
/**
 * `mailed`: their password is gone too, and the link to a new one is on its way to their own
 * address. `awaits`: nothing was done yet; a second manager has to do the same until then.
 */
const factorResetReply = z.strictObject({
  outcome: z.enum(['done', 'mailed', 'awaits']),
  expiresAt: z.string().nullable(),
});
export type FactorReset = z.infer<typeof factorResetReply>;
/**
 * By mail a day: a carer of the night shift comes back by then. Who is handed a link stands there,
 * and whoever else holds it soon holds nothing.
 */
export const GIVEN_PASSWORD_MINUTES = { mail: 24 * 60, hand: 60 } as const;

const id = z.string().min(1).max(100);
const MANAGED = [
  'member-not-found',
  'member-forbidden',
  'member-equal-by-mail',
  'member-address-missing',
  'manager-new-forbidden',
  'mail-missing',
  'confirmation-required',
] as const;

/** The members of an organisation, and ways back in for those who lost theirs. */
export const memberApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff',
    summary: 'List the members of an organisation',
    caller: 'member',
    query: z.strictObject({ domainId: id }),
    reply: memberListReply,
    problems: ['domain-not-found', 'member-forbidden'],
  }),
  resetFactors: endpoint({
    method: 'POST',
    path: '/api/staff/:userId/factors/reset',
    summary: 'Remove the second factors of a member',
    caller: 'session',
    params: z.strictObject({ userId: id }),
    body: factorResetCall,
    reply: factorResetReply,
    problems: MANAGED,
  }),
  givePassword: endpoint({
    method: 'POST',
    path: '/api/staff/:userId/password/give',
    summary: 'Give a member a link to a new password',
    caller: 'session',
    params: z.strictObject({ userId: id }),
    body: givePasswordCall,
    reply: givePasswordReply,
    problems: MANAGED,
  }),
};
