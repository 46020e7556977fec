import type { AccidentReach, UnreachedCause } from '../collections/accident.ts';
import type { Carer } from '../live/carer.ts';
import { isTechnical } from './accident-kinds.ts';
import { withStep, type Accident } from './accident-life.ts';
import { endedUnreached } from './unreached-time.ts';

/**
 * Records whether a notification step reached people. A step that reaches nobody does not undo an
 * earlier one that did.
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

/** A page that can be heard sounds for it. */
export function heardAccident(accident: Accident, at: Date): Accident | null {
  if (accident.state !== 'raised' || accident.reach !== 'nobody') return null;
  return { ...accident, reach: 'screen', unreached: endedUnreached(accident.unreached, at) };
}

/** A manager names the cause, which closes their task. */
export function explainedAccident(
  accident: Accident,
  by: Carer,
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

/** Whether nobody was reached and nobody answers, so that a person has to be told directly. */
export const isUnreached = (accident: Pick<Accident, 'reach' | 'state'>): boolean =>
  accident.reach === 'nobody' && accident.state === 'raised';

const needsPeople = ({ kind }: Accident): boolean => !isTechnical(kind) && kind !== 'test';

const BEGINS = ['raised', 'withdrawn', 'reopened'];
const askedSince = ({ history, raisedAt }: Accident): Date =>
  history.findLast(({ act }) => act !== undefined && BEGINS.includes(act))?.at ?? raisedAt;
