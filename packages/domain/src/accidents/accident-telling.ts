import type { AccidentAct, AccidentTold } from '../collections/accident.ts';
import { isTechnical } from './accident-kinds.ts';
import { MUTE_MINUTES, withStep, type Accident } from './accident-life.ts';

/**
 * Nobody goes, and there is no further group: whoever was told last is told again so often. An hour
 * where a group has five minutes; who has not come by then has no use for more of the same, and the
 * sound of the pages goes on. What happens again is told again all the same.
 */
export const MOST_TELLINGS_AGAIN = 12;

const BEGINS: readonly (AccidentAct | undefined)[] = ['raised', 'withdrawn', 'reopened'];
const TELLS: readonly (AccidentAct | undefined)[] = [...BEGINS, 'escalated', 'toldAgain'];

/** How often it was told again since it last began to ask for somebody. */
export function tellingsAgain({ history }: Accident): number {
  const began = history.findLastIndex(({ act }) => BEGINS.includes(act));
  return history.slice(began + 1).filter(({ act }) => act === 'toldAgain').length;
}

/**
 * The group `step` is told again while nobody goes. @param nextAt when somebody is told the next
 * time; null: nobody is
 */
export function toldAgainAccident(
  accident: Accident,
  step: number,
  at: Date,
  nextAt: Date | null,
): Accident | null {
  if (accident.state !== 'raised' || isTechnical(accident.kind)) return null;
  return withStep({ ...accident, escalation: { step, at, nextAt } }, 'toldAgain', null, at);
}

/** Somebody is told at another time than was meant; null: nobody is. */
export const withNextTelling = (accident: Accident, nextAt: Date | null): Accident => ({
  ...accident,
  escalation: { ...accident.escalation, nextAt },
});

/**
 * Everybody agreed to leave it silent until then: who knows of it is not told again before. A
 * further group is.
 */
export const isMuted = ({ mutedUntil }: Accident, at: Date): boolean =>
  mutedUntil !== null &&
  mutedUntil > at &&
  // A wrong clock stored a longer silence than anybody can ask for.
  mutedUntil.getTime() - at.getTime() <= MUTE_MINUTES.most * 60_000;

/**
 * Notes whom the step of this moment told. Null where that is noted already, or the step is not
 * kept any more.
 */
export function accidentWithTold(
  accident: Accident,
  at: Date,
  told: AccidentTold,
): Accident | null {
  const place = accident.history.findLastIndex(
    (step) => TELLS.includes(step.act) && step.at.getTime() === at.getTime(),
  );
  const step = accident.history[place];
  return step === undefined || step.told !== undefined
    ? null
    : { ...accident, history: accident.history.with(place, { ...step, told }) };
}
