import { z } from 'zod';
import { STAFF_STATES } from '../collections/organisation.ts';
import { LANGUAGES } from '../validation/person.ts';
import { endpoint } from './endpoint.ts';

/** Sign-in security of a member's account, for those who manage the member. */
const memberSecurity = z.strictObject({
  hasPassword: z.boolean(),
  /** An app or a passkey. */
  hasSecondFactor: z.boolean(),
  /** Null: never, or more than 180 days ago. */
  lastSignInAt: z.string().nullable(),
  sessions: z.int().min(0),
  /** Whether a link to a new password can be sent to a verified address. */
  mailable: z.boolean(),
  /**
   * Has the caller's own level and organisation: changes to the account go through the member's own
   * mail, or require two managers (decision 016).
   */
  isPeer: z.boolean(),
  /** Actions that one manager has requested and another must confirm until this time. */
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
   * Null for members whom the caller does not manage, including themselves, and for members without
   * an account.
   */
  security: memberSecurity.nullable(),
});
export type MemberEntry = z.infer<typeof memberEntry>;

/** `complete` is false if one reply cannot contain all. */
const memberListReply = z.strictObject({
  members: z.array(memberEntry),
  complete: z.boolean(),
});

/** By mail to the member's verified address, or as a link that the manager passes on. */
const givePasswordCall = z.strictObject({
  by: z.enum(['mail', 'hand']),
  language: z.enum(LANGUAGES),
});
/**
 * `token` follows `#` in the address of the page that sets a password; null if it was mailed.
 * `awaits`: nothing has changed yet; a second manager must do the same until `expiresAt`.
 */
const givePasswordReply = z.strictObject({
  token: z.string().nullable(),
  awaits: z.boolean(),
  expiresAt: z.string(),
});
export type GivenPassword = z.infer<typeof givePasswordReply>;
/** `language`: of the mail, for members who have chosen none. */
const factorResetCall = z.strictObject({ language: z.enum(LANGUAGES) });
/**
 * `mailed`: the password is deleted too, and the link to a new one was mailed to the member's
 * address. `awaits`: nothing has changed yet; a second manager must do the same until `expiresAt`.
 */
const factorResetReply = z.strictObject({
  outcome: z.enum(['done', 'mailed', 'awaits']),
  expiresAt: z.string().nullable(),
});
export type FactorReset = z.infer<typeof factorResetReply>;
/**
 * A mailed link lasts a day, so that a carer of the night shift can use it on return. A link that
 * is passed on is used immediately, so it expires before others can misuse it.
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

/** The members of an organisation, and recovery for members who lost their sign-in method. */
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
    summary: 'Remove all second factors of a member',
    caller: 'session',
    params: z.strictObject({ userId: id }),
    body: factorResetCall,
    reply: factorResetReply,
    problems: MANAGED,
  }),
  givePassword: endpoint({
    method: 'POST',
    path: '/api/staff/:userId/password/give',
    summary: 'Create a link with which a member sets a new password',
    caller: 'session',
    params: z.strictObject({ userId: id }),
    body: givePasswordCall,
    reply: givePasswordReply,
    problems: MANAGED,
  }),
};
