import { z } from 'zod';
import { emailAddress, LANGUAGES, personKana, personName } from './registration-messages.ts';

/**
 * What a member can be told of, and by which way, with what holds while they chose nothing. Kept in
 * `notify` of their document.
 */
export const NOTIFY_CHOICES = {
  sound: true,
  systemNotification: true,
  deviceFault: true,
  email: false,
  line: false,
} as const;
export type NotifyChoice = keyof typeof NOTIFY_CHOICES;

export const MOST_PHONE = 40;
export const PHONE = /^[+0-9() -]*$/;
const phone = z.string().trim().max(MOST_PHONE).regex(PHONE);
const notify = z.strictObject({
  sound: z.boolean(),
  systemNotification: z.boolean(),
  deviceFault: z.boolean(),
  email: z.boolean(),
  line: z.boolean(),
});

export const profile = z.strictObject({
  name: z.string(),
  nameKana: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  language: z.enum(LANGUAGES).nullable(),
  notify,
  photoURL: z.string().nullable(),
  hasPassword: z.boolean(),
  /** Of an organisation: others have a name and a language only. */
  isMember: z.boolean(),
  /** Whether mails reach the member: without it an address can be neither confirmed nor changed. */
  mail: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** Only the fields that are there are changed. */
export const changeProfileCall = z
  .strictObject({
    name: personName,
    nameKana: personKana,
    phone,
    language: z.enum(LANGUAGES),
    notify,
  })
  .partial();
export type ChangeProfileCall = z.infer<typeof changeProfileCall>;

export const changeEmailCall = z.strictObject({ email: emailAddress, language: z.enum(LANGUAGES) });
export const completeEmailCall = z.strictObject({ token: z.string().trim().min(1).max(200) });

export const PHOTO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const MOST_PHOTO_BYTES = 200 * 1000;

/** What stands in the way of deleting one's own account, if anything does. */
export const deletionReply = z.strictObject({ lastOwnerOf: z.string().nullable() });
