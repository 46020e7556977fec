import { z } from 'zod';

/** What somebody says of a call of a room: `POST /api/rooms/{roomId}/call/{verb}`. */
export const CALL_VERBS = ['answer', 'withdraw', 'finish', 'reopen'] as const;
export type CallVerb = (typeof CALL_VERBS)[number];

/**
 * `calledAt`: the last press that was seen. What was said without a network does not touch a newer
 * one.
 */
export const callRequest = z.strictObject({ calledAt: z.iso.datetime().optional() }).nullish();

/**
 * How the call stands now, which may be otherwise than was asked for: somebody else was quicker, or
 * it has rung again. `by`: who goes; `mayReopen`: whether who asks may say that it is not over.
 */
export const callReply = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('ringing') }),
  z.strictObject({ state: z.literal('answering'), by: z.string(), own: z.boolean() }),
  z.strictObject({ state: z.literal('answered'), mayReopen: z.boolean() }),
]);
export type CallReply = z.infer<typeof callReply>;
