import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`));

const MAX_PUSH_ADDRESS_LENGTH = 2_000;

/**
 * The address at which a browser is reached while no page is open, as from
 * `PushSubscription.toJSON()`; keys of RFC 8291.
 */
export const pushBrowser = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(MAX_PUSH_ADDRESS_LENGTH),
  expirationTime: z.number().nullish(),
  /** A point of P-256, uncompressed, and 16 random bytes. */
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
});
export type PushBrowser = z.infer<typeof pushBrowser>;

/**
 * Channels by which alarms reach the caller away from the page. Null: this installation does not
 * have the channel. `unproven`: the address must be confirmed first; `unlinked`: LINE must be
 * linked first.
 */
const notificationChannels = z.strictObject({
  push: z
    .strictObject({
      /** Of this installation, for `PushManager.subscribe`. */
      publicKey: z.string(),
      /**
       * Browsers that notify this member. `id`: SHA-256 of the subscription's address in
       * hexadecimal. `until`: when the session ends, and the notifications with it; null: it has
       * ended.
       */
      browsers: z.array(z.strictObject({ id: z.string(), until: z.iso.datetime().nullable() })),
    })
    .nullable(),
  mail: z.enum(['ready', 'unproven']).nullable(),
  line: z.enum(['ready', 'unlinked']).nullable(),
});
export type NotificationChannels = z.infer<typeof notificationChannels>;

/**
 * Payload of a push to the service worker: the room and the event, never the person. `tag`: a newer
 * message with the same tag replaces it; `quiet`: without a sound, because no response is needed
 * any more.
 */
export const pushMessage = z.strictObject({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  path: z.string().startsWith('/'),
  at: z.int(),
  quiet: z.boolean().optional(),
});
export type PushMessage = z.infer<typeof pushMessage>;

export const noticeApi = {
  ways: endpoint({
    method: 'GET',
    path: '/api/notices/ways',
    summary: 'List the channels by which the caller receives notifications',
    caller: 'account',
    reply: notificationChannels,
    problems: [],
  }),
  addBrowser: endpoint({
    method: 'POST',
    path: '/api/notices/browsers',
    summary: "Subscribe a browser to the caller's push notifications",
    caller: 'owner',
    body: pushBrowser,
    problems: ['push-missing', 'push-service-refused'],
  }),
  removeBrowser: endpoint({
    method: 'POST',
    path: '/api/notices/browsers/remove',
    summary: 'Unsubscribe a browser from push notifications',
    caller: 'account',
    body: z.strictObject({ endpoint: z.string().max(MAX_PUSH_ADDRESS_LENGTH) }),
    problems: [],
  }),
};
