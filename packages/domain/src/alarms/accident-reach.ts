import type { AccidentReach, Responder, UnreachedCause } from '../collections/accident.ts';
import { isTechnical } from './accident-kinds.ts';
import { withStep, type Accident } from './accident-life.ts';
import { endedUnreached, getUnreachedSince } from './unreached-time.ts';

/** A page that sounds reports an alarm at most this often. */
export const HEARD_REPORT_INTERVAL_MS = 60_000;

/**
 * Records whether a notification step reached people. A step without recipients does not undo an
 * earlier one with some, nor a recent report of a page that sounds. A new attempt does not hide
 * that the earlier ones reached no one.
 */
export function withReach(
  accident: Accident,
  reach: Exclude<AccidentReach, 'screen'>,
  at: Date,
): Accident {
  if (reach === 'people') return { ...accident, reach, ...endedUnreached(accident, at) };
  if (accident.reach === 'people' || accident.state !== 'raised' || !needsPeople(accident))
    return accident;
  if (reach === 'sending') return accident.reach === null ? { ...accident, reach } : accident;
  if (getUnreachedSince(accident) !== null || isHeardLately(accident, at)) return accident;
  const reachSince = accident.reach === 'screen' ? at : askedSince(accident);
  return { ...accident, reach, reachSince };
}

/** Records that a page sounds for the alarm. */
export function heardAccident(accident: Accident, at: Date): Accident | null {
  if (accident.state !== 'raised' || accident.reach !== 'nobody') return null;
  return { ...accident, ...endedUnreached(accident, at), reach: 'screen', reachSince: at };
}

/** Records why notifications did not arrive. This completes the manager's task. */
export function explainedAccident(
  accident: Accident,
  by: Responder,
  at: Date,
  cause: UnreachedCause,
): Accident | null {
  const { unreached } = accident;
  if (unreached === null || unreached.until === null || unreached.cause !== null) return null;
  return withStep(
    { ...accident, unreached: { ...unreached, cause, explainedBy: by, explainedAt: at } },
    'explained',
    by,
    at,
  );
}

/** Whether the alarm has no responder and no notification arrived. */
export const isUnreached = (accident: Pick<Accident, 'reach' | 'state'>): boolean =>
  accident.reach === 'nobody' && accident.state === 'raised';

const isHeardLately = ({ reach, reachSince }: Accident, at: Date): boolean =>
  reach === 'screen' &&
  reachSince !== null &&
  at.getTime() - reachSince.getTime() < HEARD_REPORT_INTERVAL_MS;

const needsPeople = ({ kind }: Accident): boolean => !isTechnical(kind) && kind !== 'test';

const BEGINS = ['raised', 'withdrawn', 'reopened'];
const askedSince = ({ history, raisedAt }: Accident): Date =>
  history.findLast(({ act }) => act !== undefined && BEGINS.includes(act))?.at ?? raisedAt;
