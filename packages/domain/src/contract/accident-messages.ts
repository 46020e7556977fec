import { z } from 'zod';
import {
  ACCIDENT_KINDS,
  ACCIDENT_OUTCOMES,
  ACCIDENT_SEVERITIES,
  ACCIDENT_STATES,
  MUTE_REASONS,
  UNREACHED_CAUSES,
} from '../collections/accident.ts';

/**
 * What somebody says of an accident: `POST /api/rooms/{roomId}/accidents/{accidentId}/{verb}`, each
 * under an `Idempotency-Key` where it may be sent again. The answer says how the accident stands
 * now, which may be otherwise than was asked for: somebody was quicker. A page that can be heard
 * posts an empty body to `heard` while notifications have reached nobody.
 */
export const ACCIDENT_VERBS = [
  'acknowledge',
  'withdraw',
  'arrive',
  'resolve',
  'reopen',
  'mute',
  'note',
  'useful',
  'explain',
] as const;
export type AccidentVerb = (typeof ACCIDENT_VERBS)[number];

const note = z.string().max(2000);

/** `POST /api/rooms/{roomId}/accidents`: what staff saw and no sensor did. */
export const accidentReport = z.strictObject({
  kind: z.enum(ACCIDENT_KINDS).default('staffReport'),
  severity: z.enum(ACCIDENT_SEVERITIES).exclude(['technical']).default('medium'),
  note: note.min(1),
});

export const accidentResolveCall = z.strictObject({
  outcome: z.enum(ACCIDENT_OUTCOMES),
  useful: z.boolean().optional(),
  note: note.optional(),
});
/** Silences an alarm on all screens for some minutes, for a stated reason. */
export const accidentMuteCall = z.strictObject({
  minutes: z.int().min(3).max(15),
  reason: z.enum(MUTE_REASONS),
});
export const accidentNoteCall = z.strictObject({ note });
/** Why notifications of an accident reached nobody. */
export const accidentExplainCall = z.strictObject({ cause: z.enum(UNREACHED_CAUSES) });
/** Null takes the answer back. */
export const accidentUsefulCall = z.strictObject({ useful: z.boolean().nullable() });

/**
 * `POST /api/rooms/{roomId}/test-alarm`: the way of alarms is tried out, from where a frame of a
 * device of this room would come in to whoever looks at the room. Gives the id that its accident
 * will have, if it arrives.
 */
export const testAlarmReply = z.strictObject({ accidentId: z.string() });
export type TestAlarmReply = z.infer<typeof testAlarmReply>;

/**
 * `by`: who goes, empty for whom that is not told; `own`: whether that is who asks; `mayReopen`:
 * whether who asks may say that it is not over.
 */
export const accidentReply = z.strictObject({
  id: z.string(),
  kind: z.enum(ACCIDENT_KINDS),
  severity: z.enum(ACCIDENT_SEVERITIES),
  state: z.enum(ACCIDENT_STATES),
  repeats: z.int(),
  by: z.string().nullable(),
  own: z.boolean(),
  raisedAt: z.iso.datetime(),
  mutedUntil: z.iso.datetime().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  outcome: z.enum(ACCIDENT_OUTCOMES).nullable(),
  useful: z.boolean().nullable(),
  mayReopen: z.boolean(),
});
export type AccidentReply = z.infer<typeof accidentReply>;

/**
 * Whether alarms were of use, by kind and by room: `GET /api/rooms/{roomId}/accident-usefulness`,
 * of the room or of its whole organisation.
 */
export const usefulnessQuestion = z.strictObject({
  scope: z.enum(['room', 'domain']),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
});
/**
 * Of `alarms`, so many were said to be of use, and so many not; of the others nobody has said
 * anything.
 */
const judged = { alarms: z.int(), useful: z.int(), useless: z.int() };
export const accidentUsefulness = z.strictObject({
  kinds: z.array(z.strictObject({ kind: z.enum(ACCIDENT_KINDS), ...judged })),
  rooms: z.array(z.strictObject({ roomId: z.string(), roomName: z.string(), ...judged })),
});
export type AccidentUsefulness = z.infer<typeof accidentUsefulness>;
