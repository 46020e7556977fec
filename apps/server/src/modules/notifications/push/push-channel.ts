import { createHash } from 'node:crypto';
import type { PushMessage } from '@yamori/domain';
import { callProvider, type ProviderAnswer } from '../provider-call.ts';
import type { KnownBrowser } from './push-subscription-store.ts';
import { encryptPush } from './push-encryption.ts';
import { isPushAddress } from './push-hosts.ts';
import type { PushKeys } from './push-keys.ts';

/** Sends messages to the push services of browsers. */
export type PushChannel = {
  readonly publicKey: string;
  /** Whether an address belongs to an allowed push service. */
  readonly isAddress: (endpoint: string) => boolean;
  /** Rejects with `ProviderError` after a temporary failure. */
  readonly send: (
    browser: KnownBrowser,
    message: PushMessage,
    signal: AbortSignal,
  ) => Promise<ProviderAnswer>;
};

type PushChannelOptions = {
  readonly keys: PushKeys;
  readonly hosts: readonly string[];
  readonly nowMs: () => number;
  readonly answerTimeoutMs?: number | undefined;
};

/** How long a service stores a message for an offline browser. An older message is useless. */
const PUSH_TTL_SECONDS = 900;
/**
 * Push topic (at most 32 characters): a queued message is replaced by the next one of the same
 * alarm.
 */
const toTopic = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32);

export function createPushChannel({
  keys,
  hosts,
  nowMs,
  answerTimeoutMs,
}: PushChannelOptions): PushChannel {
  return {
    publicKey: keys.publicKey,
    isAddress: (endpoint) => isPushAddress(endpoint, hosts),
    async send({ browser }, message, signal) {
      // The allowed services may have changed.
      if (!isPushAddress(browser.endpoint, hosts)) return 'gone';
      const body = encryptPush(Buffer.from(JSON.stringify(message)), browser.keys);
      return callProvider(
        {
          url: browser.endpoint,
          body,
          means: { 404: 'gone', 410: 'gone' },
          headers: {
            authorization: await keys.authorization(new URL(browser.endpoint).origin, nowMs()),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(PUSH_TTL_SECONDS),
            urgency: message.quiet === true ? 'low' : 'high',
            topic: toTopic(message.tag),
          },
        },
        signal,
        answerTimeoutMs,
      );
    },
  };
}
