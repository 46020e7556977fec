import { z } from 'zod';
import { STAFF_STATES } from '../collections/organisation.ts';
import { LANGUAGES } from './registration-messages.ts';

/** How somebody's account is kept safe, for whoever manages them. */
export const memberSecurity = z.strictObject({
  hasPassword: z.boolean(),
  /** An app or a passkey. */
  hasSecondFactor: z.boolean(),
  /** Null: never, or longer ago than is kept (180 days). */
  lastSignInAt: z.string().nullable(),
  sessions: z.int().min(0),
  /** Whether a link to a new password can go to an address that they have proved. */
  mailable: z.boolean(),
});

export const memberEntry = z.strictObject({
  userId: z.string(),
  name: z.string(),
  nameKana: z.string(),
  email: z.string().nullable(),
  accessLevel: z.number(),
  state: z.enum(STAFF_STATES),
  /** Null for members whom the asker does not manage, themselves among them, and for those who have no account yet. */
  security: memberSecurity.nullable(),
});
export type MemberEntry = z.infer<typeof memberEntry>;

/** `complete` is false where there are more than one answer holds. */
export const memberListReply = z.strictObject({ members: z.array(memberEntry), complete: z.boolean() });

/** By mail to the member's proven address, or as a link that the manager hands over. */
export const givePasswordCall = z.strictObject({ by: z.enum(['mail', 'hand']), language: z.enum(LANGUAGES) });
/** `token` stands behind `#` of the page that sets a password; null where it was mailed. */
export const givePasswordReply = z.strictObject({ token: z.string().nullable(), expiresAt: z.string() });
export type GivenPassword = z.infer<typeof givePasswordReply>;
/** By mail a day: a carer of the night shift comes back by then. Who is handed a link stands there, and whoever else holds it soon holds nothing. */
export const GIVEN_PASSWORD_MINUTES = { mail: 24 * 60, hand: 60 } as const;
