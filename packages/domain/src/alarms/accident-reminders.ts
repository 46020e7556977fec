import type { AccidentAct, AccidentRecipients } from '../collections/accident.ts';
import { isTechnical } from './accident-kinds.ts';
import { MUTE_MINUTES, withStep, type Accident } from './accident-life.ts';

/**
 * Maximum reminders to the last group without a response. With five minutes between them, they last
 * an hour. The pages keep sounding afterwards, and a repeat of the event still notifies.
 */
export const MAX_REMINDERS = 12;

const STARTS: readonly (AccidentAct | undefined)[] = ['raised', 'withdrawn', 'reopened'];
const NOTIFIES: readonly (AccidentAct | undefined)[] = [...STARTS, 'escalated', 'toldAgain'];

/** Number of reminders since the alarm was last raised, released or reopened. */
export function countReminders({ history }: Accident): number {
  const began = history.findLastIndex(({ act }) => STARTS.includes(act));
  return history.slice(began + 1).filter(({ act }) => act === 'toldAgain').length;
}

/**
 * Reminds group `step` without a response so far.
 * @param nextAt time of the next notification; null for none
 */
export function remindedAccident(
  accident: Accident,
  step: number,
  at: Date,
  nextAt: Date | null,
): Accident | null {
  if (accident.state !== 'raised' || isTechnical(accident.kind)) return null;
  return withStep({ ...accident, escalation: { step, at, nextAt } }, 'toldAgain', null, at);
}

/** Reschedules the next notification; null cancels it. */
export const withNextNotification = (accident: Accident, nextAt: Date | null): Accident => ({
  ...accident,
  escalation: { ...accident.escalation, nextAt },
});

/** Whether the alarm is muted. A muted alarm sends no reminders, but it still escalates. */
export const isMuted = ({ mutedUntil }: Accident, at: Date): boolean =>
  mutedUntil !== null &&
  mutedUntil > at &&
  // Ignore a mute longer than staff can choose: a wrong clock stored it.
  mutedUntil.getTime() - at.getTime() <= MUTE_MINUTES.most * 60_000;

/**
 * Records who was notified in the step at `at`. Returns null if as many recipients are recorded
 * already or the step is no longer in the history.
 */
export function accidentWithRecipients(
  accident: Accident,
  at: Date,
  told: AccidentRecipients,
): Accident | null {
  const index = accident.history.findLastIndex(
    (step) => NOTIFIES.includes(step.act) && step.at.getTime() === at.getTime(),
  );
  const step = accident.history[index];
  return step === undefined || (step.told !== undefined && step.told.count >= told.count)
    ? null
    : { ...accident, history: accident.history.with(index, { ...step, told }) };
}
