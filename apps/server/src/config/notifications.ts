import { z } from 'zod';
import { PUSH_HOSTS } from '../modules/notifications/push/push-hosts.ts';
import type { NotificationOptions } from '../modules/notifications/module.ts';

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Alarm notifications for members who have no page open. */
export const notificationOptions = z.object({
  YAMORI_PUSH: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'send push notifications to browsers without an open page; the server then connects to their push services',
    ),
  YAMORI_PUSH_HOSTS: list
    .default([...PUSH_HOSTS])
    .describe('allowed push services, comma-separated; a leading *. includes all subdomains'),
  YAMORI_LINE_CHANNEL_TOKEN: z
    .string()
    .min(20)
    .max(400)
    .optional()
    .describe(
      'LINE Messaging API: channel access token of a channel with the same provider as the LINE Login channel; enables LINE messages to members who linked LINE',
    ),
  YAMORI_LINE_MESSAGING: z
    .url({ protocol: /^https?$/ })
    .refine(
      (address) => address.startsWith('https:') || LOOPBACK.test(address),
      'must begin with https://',
    )
    .default('https://api.line.me')
    .describe('LINE Messaging API: base URL'),
});
type Options = z.infer<typeof notificationOptions> & {
  readonly YAMORI_URL?: string | undefined;
  readonly YAMORI_MAIL_FROM?: string | undefined;
};

export function toNotificationOptions(config: Options): NotificationOptions {
  const { YAMORI_LINE_CHANNEL_TOKEN: channelToken, YAMORI_LINE_MESSAGING: address } = config;
  return {
    push:
      config.YAMORI_PUSH === 'off'
        ? null
        : { hosts: config.YAMORI_PUSH_HOSTS, contact: formatContact(config) },
    line: channelToken === undefined ? null : { channelToken, address: address.replace(/\/$/, '') },
  };
}

/** Contact that push services receive: an address of the operator, if one is configured. */
function formatContact({ YAMORI_MAIL_FROM: from, YAMORI_URL: url }: Options): string {
  const address = from === undefined ? undefined : (/<([^>]+)>/.exec(from)?.[1] ?? from);
  if (address !== undefined) return `mailto:${address}`;
  return url?.startsWith('https:') === true
    ? new URL(url).origin
    : 'mailto:operator@yamori.invalid';
}
