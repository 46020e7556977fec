import { isOpen, getLastAt, withdrawnAccident, withStep, type Accident } from './accident-life.ts';

/*
 * A nurse call is the alarm of kind `call`. Only what presses of a button add to the alarm state
 * machine is here.
 */

/** Values of a button stream: docs/formats/frames.md. */
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
 * The time at which a press at `at` counts. It is after the last press, so that an answer
 * identifies its press, unless a wrong clock gave the last press a time in the future.
 */
export function pressTime(call: Accident, at: Date): Date {
  const leadMs = getLastAt(call).getTime() - at.getTime();
  return leadMs >= 0 && leadMs <= MAX_CLOCK_LEAD_MS ? new Date(at.getTime() + leadMs + 1) : at;
}

/**
 * The open call after a press at `at`, a time from `pressTime`. A call that has a responder is
 * raised again, because it is unknown whether they have arrived. The caller deduplicates presses by
 * device, stream and sequence; this function drops none because of its time.
 * @param escalatesAt when the next group is notified, if the press raises the call again
 */
export function pressedAccident(
  call: Accident,
  at: Date,
  escalatesAt: Date | null,
): Accident | null {
  if (!isOpen(call)) return null;
  const released = withdrawnAccident(call, null, at, escalatesAt);
  const raised =
    released === null ? call : withStep({ ...released, history: call.history }, 'raised', null, at);
  return { ...raised, repeats: call.repeats + 1, lastAt: at };
}

/**
 * Since when an alarm waits for a responder: since it was raised, or since the press that raised it
 * again. A press from before that time shows that a wrong clock gave it.
 */
export function waitingSince({ history, raisedAt, lastAt }: Accident): Date {
  const raised = history.findLast(({ act }) => act === 'raised')?.at ?? raisedAt;
  return lastAt !== null && lastAt < raised ? lastAt : raised;
}

/**
 * Whether the user who names `seen` has seen the last press of a call. `ahead`: no press was at
 * that time yet. Repeats of other alarms need no new answer, so those are always `current`.
 */
export function compareLastSeen(
  alarm: Accident,
  seen: Date | null,
): 'current' | 'outdated' | 'ahead' {
  if (seen === null || alarm.kind !== 'call') return 'current';
  const lastMs = getLastAt(alarm).getTime();
  if (seen.getTime() > lastMs) return 'ahead';
  return seen.getTime() === lastMs ? 'current' : 'outdated';
}
