import type { AccidentReach, UnreachedCause } from '../collections/accident.ts';
import type { Responder } from '../collections/accident.ts';
import { isTechnical } from './accident-kinds.ts';
import { withStep, type Accident } from './accident-life.ts';
import { endedUnreached } from './unreached-time.ts';

/**
 * Records whether a notification step reached people. A step without recipients does not undo an
 * earlier one with some, and a new attempt does not hide that the earlier ones reached nobody.
 */
export function withReach(
  accident: Accident,
  reach: Exclude<AccidentReach, 'screen'>,
  at: Date,
): Accident {
  if (reach === 'people')
    return { ...accident, reach, unreached: endedUnreached(accident.unreached, at) };
  if (accident.reach === 'people' || accident.state !== 'raised' || !needsPeople(accident))
    return accident;
  if (reach === 'sending') return accident.reach === null ? { ...accident, reach } : accident;
  return {
    ...accident,
    reach,
    unreached: accident.unreached ?? {
      from: askedSince(accident),
      until: null,
      cause: null,
      explainedBy: null,
      explainedAt: null,
    },
  };
}

/** Records that a page sounds for the alarm. */
export function heardAccident(accident: Accident, at: Date): Accident | null {
  if (accident.state !== 'raised' || accident.reach !== 'nobody') return null;
  return { ...accident, reach: 'screen', unreached: endedUnreached(accident.unreached, at) };
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

const needsPeople = ({ kind }: Accident): boolean => !isTechnical(kind) && kind !== 'test';

const BEGINS = ['raised', 'withdrawn', 'reopened'];
const askedSince = ({ history, raisedAt }: Accident): Date =>
  history.findLast(({ act }) => act !== undefined && BEGINS.includes(act))?.at ?? raisedAt;
