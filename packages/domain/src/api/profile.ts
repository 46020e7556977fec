import { z } from 'zod';
import {
  emailAddress,
  LANGUAGES,
  linkSecret,
  personKana,
  personName,
} from '../validation/person.ts';
import { endpoint } from './endpoint.ts';

/**
 * Notifications that a member can choose and their channels, with the defaults. Stored in `notify`
 * of the member's document.
 */
export const NOTIFY_CHOICES = {
  sound: true,
  systemNotification: true,
  deviceFault: true,
  email: false,
  line: false,
} as const;
export type NotifyChoice = keyof typeof NOTIFY_CHOICES;

export const MAX_PHONE_LENGTH = 40;
export const PHONE = /^[+0-9() -]*$/;
const phone = z.string().trim().max(MAX_PHONE_LENGTH).regex(PHONE);
const notify = z.strictObject({
  sound: z.boolean(),
  systemNotification: z.boolean(),
  deviceFault: z.boolean(),
  email: z.boolean(),
  line: z.boolean(),
});

const profile = z.strictObject({
  name: z.string(),
  nameKana: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  language: z.enum(LANGUAGES).nullable(),
  notify,
  photoURL: z.string().nullable(),
  hasPassword: z.boolean(),
  /** Whether the account belongs to an organisation; others have only a name and a language. */
  isMember: z.boolean(),
  /**
   * Whether this installation sends mails; otherwise an address can be neither confirmed nor
   * changed.
   */
  mail: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** Omitted fields stay unchanged. */
const profileChange = z
  .strictObject({
    name: personName,
    nameKana: personKana,
    phone,
    language: z.enum(LANGUAGES),
    notify,
  })
  .partial();
export type ProfileChange = z.infer<typeof profileChange>;

export const PHOTO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** Bytes of a photo. */
export const MAX_PHOTO_BYTES = 200 * 1000;

const LINK = ['link-not-found', 'link-used', 'link-expired'] as const;

/** The caller's own account: profile, address, photo, deletion. */
export const profileApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/profile',
    summary: "Read the caller's profile",
    caller: 'account',
    reply: profile,
    problems: [],
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/account/profile',
    summary: "Change fields of the caller's profile",
    caller: 'account',
    body: profileChange,
    reply: profile,
    problems: ['member-missing'],
  }),
  /** Mails a link; the change applies when it is opened. */
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    summary: "Mail the caller a link that confirms or changes the account's e-mail address",
    caller: 'owner',
    body: z.strictObject({ email: emailAddress, language: z.enum(LANGUAGES) }),
    problems: ['confirmation-required', 'mail-missing', 'limit-registration'],
  }),
  completeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/complete',
    summary: 'Confirm the e-mail address of an account with a mailed link',
    caller: 'owner',
    body: z.strictObject({ token: linkSecret }),
    reply: profile,
    problems: [...LINK, 'link-forbidden', 'account-exists'],
  }),
  /** `lastOwnerOf`: the organisation that cannot do without this member, or null. */
  deletion: endpoint({
    method: 'GET',
    path: '/api/account/deletion',
    summary: 'List what prevents the caller from deleting the account',
    caller: 'account',
    reply: z.strictObject({ lastOwnerOf: z.string().nullable() }),
    problems: [],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/account/delete',
    summary: "Delete the caller's account",
    caller: 'owner',
    body: z.strictObject({}),
    problems: ['confirmation-required', 'owner-last'],
  }),
  putPhoto: endpoint({
    method: 'POST',
    path: '/api/account/photo',
    summary: "Replace the caller's photo",
    caller: 'account',
    upload: PHOTO_TYPES,
    problems: ['photo-too-large', 'photo-invalid'],
  }),
  removePhoto: endpoint({
    method: 'POST',
    path: '/api/account/photo/remove',
    summary: "Remove the caller's photo",
    caller: 'account',
    body: z.strictObject({}),
    problems: [],
  }),
  /** `v` changes the URL when the photo changes. */
  photo: endpoint({
    method: 'GET',
    path: '/api/account/photo/:userId',
    summary: 'Download the photo of a member',
    caller: 'member',
    params: z.strictObject({ userId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    query: z.strictObject({ v: z.string().max(20).optional() }),
    file: PHOTO_TYPES,
    problems: ['photo-not-found'],
  }),
};
