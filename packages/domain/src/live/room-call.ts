import { z } from 'zod';
import { carer, ANONYMOUS_RESPONDER, type Carer } from './carer.ts';

/** Identity of a button press in device time, so every server recognises a repeated read. */
const press = z.strictObject({ serial: z.string(), deviceAt: z.date() });

const pressed = {
  /** Time of the first press: how long the person has been waiting. */
  since: z.date(),
  /**
   * Time of the last press. An answer names it, so that a delayed answer does not apply to a newer
   * press.
   */
  pressedAt: z.date(),
  press: press.nullable(),
};
const response = { by: carer.default(ANONYMOUS_RESPONDER), answeredAt: z.date() };

/**
 * The last call of a room: ringing, answered by a responder, or finished. `endedBy` is null in
 * calls stored before it existed.
 */
export const roomCall = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('ringing'), ...pressed }),
  z.strictObject({ state: z.literal('answering'), ...pressed, ...response }),
  z.strictObject({
    state: z.literal('answered'),
    ...pressed,
    ...response,
    endedAt: z.date(),
    endedBy: carer.nullable().default(null),
  }),
]);
export type RoomCall = z.infer<typeof roomCall>;
export type AnsweringCall = Extract<RoomCall, { state: 'answering' }>;
export type AnsweredCall = Extract<RoomCall, { state: 'answered' }>;

/** Values of a button stream: docs/frame-format.md. */
const BUTTON_RELEASE = 2;

/** Whether a frame of a button stream reports a press. Each such frame is one press. */
export const isPressed = (samples: Int16Array): boolean =>
  samples.some((value) => value > 0 && value !== BUTTON_RELEASE);

export type Press = {
  readonly serial: string;
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  /** Server time of arrival. */
  readonly at: Date;
};

/** A last press further in the future than this came from a wrong clock. */
const MAX_CLOCK_LEAD_MS = 2_000;

/**
 * The call after a press. The caller deduplicates presses by device, stream and sequence; this
 * function drops none because of its time. `pressedAt` rises with every press, so an answer
 * identifies its press.
 */
export function pressedCall(call: RoomCall | null, { at, serial, deviceTimeUs }: Press): RoomCall {
  const pressedAt = pressedAfter(call, at);
  // A second press during ringing keeps the waiting time; a press after an answer calls again.
  return {
    state: 'ringing',
    since: call?.state === 'ringing' && call.since <= pressedAt ? call.since : pressedAt,
    pressedAt,
    press: { serial, deviceAt: new Date(deviceTimeUs / 1000) },
  };
}

function pressedAfter(call: RoomCall | null, at: Date): Date {
  const lastMs = call?.pressedAt.getTime() ?? Number.NEGATIVE_INFINITY;
  const isBehind = at.getTime() <= lastMs;
  return isBehind && lastMs - at.getTime() <= MAX_CLOCK_LEAD_MS ? new Date(lastMs + 1) : at;
}

/** Whether the user has seen the last press of the call; `seen` null matches any. */
const isMeant = (call: RoomCall, seen: Date | null): boolean =>
  seen === null || call.pressedAt.getTime() <= seen.getTime();

/** Whether `seen` names a press after the last one, which no client can have seen. */
export const isAheadOf = (call: RoomCall | null, seen: Date | null): boolean =>
  call !== null && seen !== null && seen.getTime() > call.pressedAt.getTime();

/** Records a responder. Returns null if the call is not ringing or has rung again since. */
export function answeredCall(
  call: RoomCall | null,
  seen: Date | null,
  by: Carer,
  at: Date,
): RoomCall | null {
  if (call === null || call.state !== 'ringing' || !isMeant(call, seen)) return null;
  return { ...call, state: 'answering', by, answeredAt: at };
}

/** Releases the call: it rings again, since its first press. */
export function withdrawnCall(call: RoomCall | null, seen: Date | null): RoomCall | null {
  if (call === null || call.state !== 'answering' || !isMeant(call, seen)) return null;
  const { since, pressedAt, press: last } = call;
  return { state: 'ringing', since, pressedAt, press: last };
}

/** Ends the call. `endedBy` need not be the responder. */
export function finishedCall(
  call: RoomCall | null,
  seen: Date | null,
  endedBy: Carer,
  at: Date,
): RoomCall | null {
  if (call === null || call.state !== 'answering' || !isMeant(call, seen)) return null;
  return { ...call, state: 'answered', endedAt: at, endedBy };
}

/**
 * How long an ended call can be reopened, in seconds: enough to notice a mistake and undo it on a
 * slow connection.
 */
export const REOPEN_WITHIN_SECONDS = 60;

/** Reopens an ended call with its responder. After the time limit a new press starts a new call. */
export function reopenedCall(call: RoomCall | null, seen: Date | null, at: Date): RoomCall | null {
  if (call === null || call.state !== 'answered' || !isMeant(call, seen)) return null;
  if (at.getTime() - call.endedAt.getTime() > REOPEN_WITHIN_SECONDS * 1000) return null;
  const { endedAt: _endedAt, endedBy: _endedBy, ...going } = call;
  return { ...going, state: 'answering' };
}
