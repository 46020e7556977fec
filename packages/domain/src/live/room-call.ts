import { z } from 'zod';
import { carer, SOMEBODY, type Carer } from './carer.ts';

/**
 * A press of the button as its device knows it: read again by whatever server, it is the same
 * press.
 */
const press = z.strictObject({ serial: z.string(), deviceAt: z.date() });

const pressed = {
  /** The first press of this call: since when somebody waits. */
  since: z.date(),
  /**
   * Its last press. An answer names it, so that one which was on its way for long does not take a
   * newer press with it.
   */
  pressedAt: z.date(),
  press: press.nullable(),
};
const going = { by: carer.default(SOMEBODY), answeredAt: z.date() };

/**
 * The last call of a room: it rings, somebody is on the way, or somebody was there. `endedBy` is
 * null where it was not kept yet.
 */
export const roomCall = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('ringing'), ...pressed }),
  z.strictObject({ state: z.literal('answering'), ...pressed, ...going }),
  z.strictObject({
    state: z.literal('answered'),
    ...pressed,
    ...going,
    endedAt: z.date(),
    endedBy: carer.nullable().default(null),
  }),
]);
export type RoomCall = z.infer<typeof roomCall>;
export type AnsweringCall = Extract<RoomCall, { state: 'answering' }>;
export type AnsweredCall = Extract<RoomCall, { state: 'answered' }>;

/** Values of a button stream: docs/frame-format.md. */
const BUTTON_RELEASE = 2;

/** Whether a frame of a button stream reports a press; each such frame is one press. */
export const isPressed = (samples: Int16Array): boolean =>
  samples.some((value) => value > 0 && value !== BUTTON_RELEASE);

export type Press = {
  readonly serial: string;
  readonly streamId: number;
  readonly sequence: number;
  readonly deviceTimeUs: number;
  /** When a server received it. */
  readonly at: Date;
};

/** A call whose last press is further ahead of the clock was stored by a wrong clock. */
const AHEAD_MS = 2_000;

/**
 * The call after a press. The caller knows each press by its device, stream and sequence, and calls
 * this once for each: no comparison of clocks drops one. `pressedAt` rises with every press, so
 * that an answer names the press that it was given for.
 */
export function pressedCall(call: RoomCall | null, { at, serial, deviceTimeUs }: Press): RoomCall {
  const pressedAt = pressedAfter(call, at);
  // A second press while nobody comes waits since the first; a press while a carer is on the way
  // calls again.
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
  return isBehind && lastMs - at.getTime() <= AHEAD_MS ? new Date(lastMs + 1) : at;
}

/** Whether the call is the one that was seen, and not a newer one; null for whichever stands. */
const isMeant = (call: RoomCall, seen: Date | null): boolean =>
  seen === null || call.pressedAt.getTime() <= seen.getTime();

/**
 * Whether it speaks of a press that has not been; whoever looks at the room has seen none but those
 * that were.
 */
export const isAheadOf = (call: RoomCall | null, seen: Date | null): boolean =>
  call !== null && seen !== null && seen.getTime() > call.pressedAt.getTime();

/**
 * Somebody says that they go; null when it stays as it is: somebody goes already, nobody calls, or
 * it has rung again since.
 */
export function answeredCall(
  call: RoomCall | null,
  seen: Date | null,
  by: Carer,
  at: Date,
): RoomCall | null {
  if (call === null || call.state !== 'ringing' || !isMeant(call, seen)) return null;
  return { ...call, state: 'answering', by, answeredAt: at };
}

/** Nobody goes after all: it rings again, since when it rang first. */
export function withdrawnCall(call: RoomCall | null, seen: Date | null): RoomCall | null {
  if (call === null || call.state !== 'answering' || !isMeant(call, seen)) return null;
  const { since, pressedAt, press: last } = call;
  return { state: 'ringing', since, pressedAt, press: last };
}

/** Somebody was there; `endedBy`, who says so, need not be who went. */
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
 * How long a call that is over can be opened again: long enough for a wrong press to be seen, and
 * its undoing to get through.
 */
export const REOPEN_WITHIN_SECONDS = 60;

/**
 * It was not over: who went still goes, since then. Later than that a call is history, and a new
 * press is a new call.
 */
export function reopenedCall(call: RoomCall | null, seen: Date | null, at: Date): RoomCall | null {
  if (call === null || call.state !== 'answered' || !isMeant(call, seen)) return null;
  if (at.getTime() - call.endedAt.getTime() > REOPEN_WITHIN_SECONDS * 1000) return null;
  const { endedAt: _endedAt, endedBy: _endedBy, ...going } = call;
  return { ...going, state: 'answering' };
}
