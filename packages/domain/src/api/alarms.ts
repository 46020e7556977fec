import { z } from 'zod';
import {
  ACCIDENT_KINDS,
  ACCIDENT_OUTCOMES,
  ACCIDENT_SEVERITIES,
  ACCIDENT_STATES,
  MUTE_REASONS,
  UNREACHED_CAUSES,
} from '../collections/accident.ts';
import { wireDocument } from '../contract/document-messages.ts';
import { pathId } from './address.ts';
import { endpoint, IDEMPOTENCY_PROBLEMS } from './endpoint.ts';

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

/** A report by staff of something that no sensor detected. */
const report = z.strictObject({
  kind: z.enum(ACCIDENT_KINDS).default('staffReport'),
  severity: z.enum(ACCIDENT_SEVERITIES).exclude(['technical']).default('medium'),
  note: note.min(1),
});

/**
 * `lastAt`: of the alarm, as the user saw it. A command about a call does not apply to a newer
 * press, for example if it was sent late.
 */
const seen = { lastAt: z.iso.datetime().optional() };
const answer = z.strictObject(seen).nullish();

const resolving = z.strictObject({
  ...seen,
  outcome: z.enum(ACCIDENT_OUTCOMES),
  useful: z.boolean().optional(),
  note: note.optional(),
});
/** Silences an alarm on all screens for some minutes, for a stated reason. */
const muting = z.strictObject({
  minutes: z.int().min(3).max(15),
  reason: z.enum(MUTE_REASONS),
});

/**
 * `by`: the responder; empty if their name is hidden from the caller. `own`: the caller is the
 * responder. `mayReopen`: the caller may reopen the alarm.
 */
const reply = z.strictObject({
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
  /** The room and the alarm after the command, with the fields that the caller may see. */
  documents: z.array(wireDocument),
});
export type AccidentReply = z.infer<typeof reply>;

/**
 * `useful` and `useless` count the judgements of the `alarms`; the other alarms have no judgement.
 */
const judged = { alarms: z.int(), useful: z.int(), useless: z.int() };
const usefulness = z.strictObject({
  kinds: z.array(z.strictObject({ kind: z.enum(ACCIDENT_KINDS), ...judged })),
  rooms: z.array(z.strictObject({ roomId: z.string(), roomName: z.string(), ...judged })),
});
export type AccidentUsefulness = z.infer<typeof usefulness>;

const roomParams = z.object({ roomId: pathId });
const params = roomParams.extend({ accidentId: pathId });
const nothing = z.strictObject({}).nullish();

const OF_ROOM = ['document-not-found', 'document-forbidden', ...IDEMPOTENCY_PROBLEMS] as const;

/** A command about an alarm. The reply is the current alarm, including changes by others. */
const step = <const Verb extends string, const Body extends z.ZodType>(
  verb: Verb,
  summary: string,
  body: Body,
) =>
  endpoint({
    method: 'POST',
    path: `/api/rooms/:roomId/accidents/:accidentId/${verb}`,
    summary,
    caller: 'member',
    params,
    body,
    reply,
    problems: [...OF_ROOM, 'document-conflict'],
  });

/** Each step may be sent again under its `Idempotency-Key`. */
export const accidentApi = {
  report: endpoint({
    method: 'POST',
    path: '/api/rooms/:roomId/accidents',
    summary: 'Report an incident that staff saw and no sensor detected',
    caller: 'member',
    params: roomParams,
    body: report,
    reply,
    problems: [...OF_ROOM, 'document-conflict'],
  }),
  acknowledge: step('acknowledge', 'Acknowledge an alarm: the caller is going to the room', answer),
  withdraw: step('withdraw', "Withdraw the caller's acknowledgement of an alarm", answer),
  arrive: step('arrive', 'Record that the responder has arrived in the room', answer),
  resolve: step('resolve', 'Resolve an alarm with its outcome', resolving),
  reopen: step('reopen', 'Reopen an alarm within a minute of resolving it', answer),
  mute: step('mute', 'Silence an alarm on all screens for a few minutes', muting),
  note: step('note', 'Replace the note of an alarm', z.strictObject({ note })),
  /** `null` removes the judgement. */
  useful: step(
    'useful',
    'Record whether an alarm was useful, or remove that judgement',
    z.strictObject({ useful: z.boolean().nullable() }),
  ),
  explain: step(
    'explain',
    'Record why the notifications of an alarm reached nobody',
    z.strictObject({ cause: z.enum(UNREACHED_CAUSES) }),
  ),
  heard: step(
    'heard',
    'Record that an open page sounds an alarm whose notifications reached nobody',
    nothing,
  ),
  usefulness: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/accident-usefulness',
    summary: 'Count how many alarms of a room or its organisation were useful',
    caller: 'member',
    params: roomParams,
    query: z.strictObject({
      scope: z.enum(['room', 'domain']),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
    }),
    reply: usefulness,
    problems: ['document-not-found'],
  }),
  /** `accidentId`: of the alarm, if it arrives. */
  test: endpoint({
    method: 'POST',
    path: '/api/rooms/:roomId/test-alarm',
    summary: 'Raise a test alarm in a room that notifies only the caller',
    caller: 'member',
    params: roomParams,
    body: nothing,
    reply: z.strictObject({ accidentId: z.string() }),
    problems: [...OF_ROOM, 'test-alarm-device-missing', 'test-alarm-in-use'],
  }),
};
