import { z } from 'zod';
import { WATCHED_KINDS } from '../accidents/accident-parameters.ts';
import { parameterOverrides } from '../collections/organisation.ts';
import { problem } from './problem-schema.ts';

export const MOST_REHEARSED_NIGHTS = 30;
const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^/]*$/);

/**
 * `POST /api/rehearsals`: what alarms the last nights would have raised with these thresholds in
 * the place of those that are set there now. Answered with a line of JSON (`rehearsalLine`) for
 * each step of the way; whoever closes the connection stops it.
 */
export const rehearsalCall = z.strictObject({
  place: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('room'), roomId: id }),
    z.strictObject({ kind: z.literal('domain'), domainId: id }),
  ]),
  /** All of the place, as they would be saved; empty: everything as it is inherited. */
  overrides: parameterOverrides,
  nights: z.int().min(1).max(MOST_REHEARSED_NIGHTS).default(MOST_REHEARSED_NIGHTS),
});
export type RehearsalCall = z.infer<typeof rehearsalCall>;

const counts = { before: z.int(), after: z.int() };
export const rehearsalResult = z.strictObject({
  rooms: z.int(),
  /** Nights of which any room has a record of what the rules saw, the oldest first. */
  nights: z.array(z.strictObject({ night: z.string(), ...counts })),
  /** Kinds of which there would be any alarm, before or after. */
  kinds: z.array(z.strictObject({ kind: z.enum(WATCHED_KINDS), ...counts })),
  /**
   * Alarms of these nights to which somebody went and helped, and that the record tells again under
   * the thresholds of now: of others nothing can be compared.
   */
  helped: z.int(),
  /**
   * Those of them that would not have been raised; `missed` counts all, the list holds the latest.
   */
  missed: z.int(),
  missedAlarms: z.array(
    z.strictObject({
      roomId: z.string(),
      roomName: z.string(),
      accidentId: z.string(),
      kind: z.enum(WATCHED_KINDS),
      raisedAt: z.iso.datetime(),
    }),
  ),
});
export type RehearsalResult = z.infer<typeof rehearsalResult>;

export const rehearsalLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), done: z.int(), of: z.int() }),
  z.strictObject({ kind: z.literal('done'), result: rehearsalResult }),
  z.strictObject({ kind: z.literal('failed'), problem }),
]);
export type RehearsalLine = z.infer<typeof rehearsalLine>;
