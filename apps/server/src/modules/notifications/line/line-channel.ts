import { callProvider, type ProviderAnswer } from '../provider-call.ts';

export type LineOptions = {
  /**
   * Token of the Messaging API channel. Its provider must be that of the LINE Login channel,
   * because LINE user ids differ between providers.
   */
  readonly channelToken: string;
  /** Base URL of the API: https://api.line.me, or a test server. */
  readonly address: string;
};

/** Sends messages to followers of this installation’s official account. */
export type LineChannel = {
  /**
   * `key` is a UUID that stays the same across retries: LINE accepts one message for it. Rejects
   * with `ProviderError` after a temporary failure.
   */
  readonly send: (
    lineUserId: string,
    text: string,
    key: string,
    signal: AbortSignal,
  ) => Promise<ProviderAnswer>;
};

/** https://developers.line.biz/en/reference/messaging-api/#send-push-message */
export function createLineChannel(
  { channelToken, address }: LineOptions,
  answerTimeoutMs?: number,
): LineChannel {
  return {
    send: (lineUserId, text, key, signal) =>
      callProvider(
        {
          url: `${address}/v2/bot/message/push`,
          body: JSON.stringify({ to: lineUserId, messages: [{ type: 'text', text }] }),
          headers: {
            authorization: `Bearer ${channelToken}`,
            'content-type': 'application/json',
            'x-line-retry-key': key,
          },
          // Accepted earlier under this key.
          means: { 409: 'taken' },
        },
        signal,
        answerTimeoutMs,
      ),
  };
}
