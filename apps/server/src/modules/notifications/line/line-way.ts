import { callProvider, type ProviderAnswer } from '../provider-call.ts';

export type LineOptions = {
  /**
   * Of the Messaging API channel; it belongs to the provider of the LINE Login channel, or LINE
   * calls people otherwise there.
   */
  readonly channelToken: string;
  /** Begins the addresses of the interface: https://api.line.me, or a stand-in. */
  readonly address: string;
};

/** Sends messages to people who follow the official account of this installation. */
export type LineWay = {
  /**
   * `key`, a UUID, is the same at every try: LINE takes a message once under it. @throws
   * ProviderTrouble
   */
  readonly send: (
    lineUserId: string,
    text: string,
    key: string,
    signal: AbortSignal,
  ) => Promise<ProviderAnswer>;
};

/** https://developers.line.biz/en/reference/messaging-api/#send-push-message */
export function createLineWay(
  { channelToken, address }: LineOptions,
  answerWithinMs?: number,
): LineWay {
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
          // Under this key it has been taken already.
          means: { 409: 'taken' },
        },
        signal,
        answerWithinMs,
      ),
  };
}
