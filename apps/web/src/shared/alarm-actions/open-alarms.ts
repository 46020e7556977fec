import {
  ACCIDENT_SEVERITIES,
  isResponseOverdue,
  isTechnical,
  type RoomAccident,
  type RoomLive,
} from '@yamori/domain';

/**
 * Rank of an open alarm by how soon a responder must go, the most urgent first: a person on the
 * floor or without breath cannot press again, so urgent alarms precede calls, and calls the rest.
 * Banner, boards and lists all use it.
 */
export const getUrgency = ({ kind, severity }: Pick<RoomAccident, 'kind' | 'severity'>): number => {
  if (kind === 'call') return CALL_URGENCY;
  return severity === 'high' ? 0 : CALL_URGENCY + ACCIDENT_SEVERITIES.indexOf(severity);
};
const CALL_URGENCY = 1;

/** When an alarm began to wait for a responder. */
export const waitsSince = ({
  waitingSince,
  raisedAt,
}: Pick<RoomAccident, 'waitingSince' | 'raisedAt'>): Date => waitingSince ?? raisedAt;

/**
 * The alarm that a responder must go to first; null if there is none. Device faults are shown
 * separately. A call is first unless an urgent alarm, or any alarm while the call has a responder,
 * still needs one.
 */
export function leadingAlarm(live: RoomLive | null): RoomAccident | null {
  const call = getCall(live);
  const alarm = leadingSensorAlarm(live);
  if (call === null || alarm === null) return call ?? alarm;
  const needsResponder = alarm.state === 'raised' && alarm.overAt === null;
  const isBeforeCall = call.state !== 'raised' || getUrgency(alarm) < CALL_URGENCY;
  return needsResponder && isBeforeCall ? alarm : call;
}

/** The open call of a room. */
export const getCall = (live: Pick<RoomLive, 'accidents'> | null): RoomAccident | null =>
  live?.accidents.find(({ kind }) => kind === 'call') ?? null;

/** Open alarms about the person that are no call. */
export const sensorAlarms = (live: RoomLive | null): readonly RoomAccident[] =>
  (live?.accidents ?? []).filter(({ kind }) => kind !== 'call' && !isTechnical(kind));

/**
 * Alarms without a responder first, then those that ended without a check, then the others; of each
 * the most severe, then the oldest.
 */
const leadingSensorAlarm = (live: RoomLive | null): RoomAccident | null =>
  sensorAlarms(live).toSorted(
    (one, other) => rank(one) - rank(other) || one.raisedAt.getTime() - other.raisedAt.getTime(),
  )[0] ?? null;

function rank({ state, severity, overAt }: RoomAccident): number {
  const raisedGroup = overAt === null ? 0 : 1;
  const group = state === 'raised' ? raisedGroup : 2;
  return group * ACCIDENT_SEVERITIES.length + ACCIDENT_SEVERITIES.indexOf(severity);
}

/**
 * Whether the responder is overdue: they acknowledged the alarm long ago and neither arrived nor
 * resolved it. A device fault is confirmed, so it has no due time.
 */
export const isForgottenAccident = (
  { state, kind, acknowledgedAt }: RoomAccident,
  nowMs: number,
): boolean =>
  state === 'acknowledged' &&
  !isTechnical(kind) &&
  acknowledgedAt !== null &&
  isResponseOverdue(acknowledgedAt, nowMs);

/** The alarm of a device's fault, while it is open. */
export const faultAccident = (live: RoomLive | null): RoomAccident | null =>
  live?.accidents.find(({ kind }) => kind === live.fault) ?? null;
