import {
  ACCIDENT_SEVERITIES,
  isForgotten,
  isTechnical,
  type RoomAccident,
  type RoomCall,
  type RoomLive,
} from '@yamori/domain';

const rank = ({ state, severity, overAt }: RoomAccident): number => {
  const group = state !== 'raised' ? 2 : overAt === null ? 0 : 1;
  return group * ACCIDENT_SEVERITIES.length + ACCIDENT_SEVERITIES.indexOf(severity);
};

/**
 * How soon somebody is to go, the soonest first: whoever lies on the floor or does not breathe
 * cannot press again, so that what is urgent goes before a call, and a call before the rest.
 * Banner, boards and lists all ask here.
 */
export const urgencyOf = ({ kind, severity }: Pick<RoomAccident, 'kind' | 'severity'>): number =>
  kind === 'call'
    ? CALL_URGENCY
    : severity === 'high'
      ? 0
      : CALL_URGENCY + ACCIDENT_SEVERITIES.indexOf(severity);
const CALL_URGENCY = 1;

type OpenCall = Exclude<RoomCall, { state: 'answered' }>;
export type Need =
  | { readonly kind: 'call'; readonly call: OpenCall }
  | { readonly kind: 'accident'; readonly accident: RoomAccident };

/**
 * What somebody is to go to first in a room; null where no call and no accident is open. What
 * nobody goes to stands before what somebody goes to.
 */
export function leadingNeed(live: RoomLive | null): Need | null {
  const call =
    live === null || live.call === null || live.call.state === 'answered' ? null : live.call;
  const accident = leadingAccident(live);
  if (call === null) return accident === null ? null : { kind: 'accident', accident };
  const isAccidentFirst =
    accident?.state === 'raised' &&
    accident.overAt === null &&
    (call.state === 'answering' || urgencyOf(accident) < CALL_URGENCY);
  return isAccidentFirst ? { kind: 'accident', accident } : { kind: 'call', call };
}

/**
 * Open accidents that nothing else of the room's state tells of: calls and faults have words of
 * their own.
 */
const careAccidents = (live: RoomLive | null): readonly RoomAccident[] =>
  (live?.accidents ?? []).filter(({ kind }) => kind !== 'call' && !isTechnical(kind));

/**
 * The one to go to first: those that nobody goes to, then those whose cause is over and that nobody
 * has checked, then the others; of each the most severe, then the oldest.
 */
const leadingAccident = (live: RoomLive | null): RoomAccident | null =>
  careAccidents(live).toSorted(
    (one, other) => rank(one) - rank(other) || one.raisedAt.getTime() - other.raisedAt.getTime(),
  )[0] ?? null;

/**
 * Whether somebody said long ago that they go, and never that they are there. A fault of a device
 * is confirmed, not gone to.
 */
export const isForgottenAccident = (
  { state, kind, acknowledgedAt }: RoomAccident,
  nowMs: number,
): boolean =>
  state === 'acknowledged' &&
  !isTechnical(kind) &&
  acknowledgedAt !== null &&
  isForgotten(acknowledgedAt, nowMs);

/** The alarm of a device's fault, while it is open. */
export const faultAccident = (live: RoomLive | null): RoomAccident | null =>
  live?.accidents.find(({ kind }) => kind === live.fault) ?? null;
