import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`));

export const MOST_PUSH_ADDRESS = 2_000;

/**
 * Where a browser is reached while none of our pages is open, as its `PushSubscription.toJSON()`
 * says; keys of RFC 8291.
 */
export const pushBrowser = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(MOST_PUSH_ADDRESS),
  expirationTime: z.number().nullish(),
  /** A point of P-256, uncompressed, and 16 random bytes. */
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
});
export type PushBrowser = z.infer<typeof pushBrowser>;

/**
 * By which ways alarms reach who asks while they look at no page. Null:
 * this installation has not got it. `unproven`: the address has to be confirmed first; `unlinked`:
 * LINE has to be linked first.
 */
const noticeWays = z.strictObject({
  push: z
    .strictObject({
      /** Of this installation, for `PushManager.subscribe`. */
      publicKey: z.string(),
      /**
       * Browsers that this member is told on: SHA-256 of the address of each, in figures of 16, and
       * when the session ends with which that does. Null: it has ended.
       */
      browsers: z.array(z.strictObject({ id: z.string(), until: z.iso.datetime().nullable() })),
    })
    .nullable(),
  mail: z.enum(['ready', 'unproven']).nullable(),
  line: z.enum(['ready', 'unlinked']).nullable(),
});
export type NoticeWays = z.infer<typeof noticeWays>;

/**
 * What a push carries to the service worker: the room and what happened, never the person. `tag`: a
 * newer one takes its place; `quiet`: without a sound, for nobody need go any more.
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
    summary: 'Show by which ways notifications reach the caller',
    caller: 'account',
    reply: noticeWays,
    problems: [],
  }),
  addBrowser: endpoint({
    method: 'POST',
    path: '/api/notices/browsers',
    summary: "Send the caller's notifications to this browser",
    caller: 'owner',
    body: pushBrowser,
    problems: ['push-missing', 'push-service-refused'],
  }),
  removeBrowser: endpoint({
    method: 'POST',
    path: '/api/notices/browsers/remove',
    summary: 'Send no more notifications to a browser',
    caller: 'account',
    body: z.strictObject({ endpoint: z.string().max(MOST_PUSH_ADDRESS) }),
    problems: [],
  }),
};
