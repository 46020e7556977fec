import { z } from 'zod';
import { pathId } from './address.ts';
import { endpoint, IDEMPOTENCY_PROBLEMS } from './endpoint.ts';

export const CALL_VERBS = ['answer', 'withdraw', 'finish', 'reopen'] as const;
export type CallVerb = (typeof CALL_VERBS)[number];

const params = z.object({ roomId: pathId });

/**
 * `calledAt`: the last press that was seen. What was said without a network does not touch a newer
 * one.
 */
const body = z.strictObject({ calledAt: z.iso.datetime().optional() }).nullish();

/**
 * How the call stands now, which may be otherwise than was asked for: somebody else was quicker, or
 * it has rung again. `by`: who goes; `mayReopen`: whether who asks may say that it is not over.
 */
const reply = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('ringing') }),
  z.strictObject({ state: z.literal('answering'), by: z.string(), own: z.boolean() }),
  z.strictObject({ state: z.literal('answered'), mayReopen: z.boolean() }),
]);
export type CallReply = z.infer<typeof reply>;

const step = <const Verb extends CallVerb>(verb: Verb, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/rooms/:roomId/call/${verb}`,
    summary,
    caller: 'member',
    params,
    body,
    reply,
    problems: [
      'document-not-found',
      'document-forbidden',
      'document-conflict',
      ...IDEMPOTENCY_PROBLEMS,
    ],
  });

/** Each step may be sent again under its `Idempotency-Key`. */
export const callApi = {
  answer: step('answer', 'Say that the caller goes to the room that called'),
  withdraw: step('withdraw', 'Say that the caller does not go after all'),
  finish: step('finish', 'Say that somebody was there'),
  reopen: step('reopen', 'Take back, for a minute, that somebody was there'),
} satisfies Readonly<Record<CallVerb, unknown>>;
