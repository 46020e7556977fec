import {
  ACCIDENT_SEVERITIES,
  isTechnical,
  type AccidentKind,
  type AccidentReach,
  type AccidentSeverity,
  type RoomAccident,
} from '@yamori/domain';
import { isForgottenAccident, getUrgency, waitsSince } from '../alarm-actions/open-alarms.ts';

/** An alarm without a responder, or whose responder is overdue. */
export type Alarm = {
  /** Stable while the alarm waits; changes when it is raised again. */
  readonly id: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly kind: AccidentKind;
  readonly severity: AccidentSeverity;
  readonly since: Date;
  /** A responder acknowledged it at `since` and is overdue. */
  readonly forgotten: boolean;
  /** Muted on all screens until then. */
  readonly mutedUntil: Date | null;
  /** Its cause is over, but unchecked. */
  readonly isOver: boolean;
  /** Whom notifications have reached; null before the first. */
  readonly reach: AccidentReach | null;
  readonly accident: RoomAccident;
};

type AlarmingRoom = {
  readonly documentReferenceId: string;
  readonly name: string;
  readonly domainId: string;
  readonly live: { readonly accidents: readonly RoomAccident[] } | null;
};

/** All waiting alarms of these rooms, the most urgent first, then the longest wait. */
export const waitingAlarms = (rooms: readonly AlarmingRoom[], nowMs: number): readonly Alarm[] =>
  rooms
    .flatMap((room) =>
      (room.live?.accidents ?? []).flatMap((accident) => toAlarm(room, accident, nowMs) ?? []),
    )
    .toSorted(byUrgency);

function toAlarm(room: AlarmingRoom, accident: RoomAccident, nowMs: number): Alarm | null {
  const { documentReferenceId: roomId, name: roomName, domainId } = room;
  const { kind, severity, mutedUntil, overAt, reach } = accident;
  const shared = { roomId, roomName, domainId, kind, mutedUntil, accident };
  const id = `${roomId}/${accident.id}`;
  if (accident.state === 'raised') {
    const since = waitsSince(accident);
    const isRaisedAgain = since > accident.raisedAt;
    return {
      ...shared,
      id: isRaisedAgain ? `${id}/${since.getTime()}` : id,
      severity,
      since,
      forgotten: false,
      isOver: overAt !== null,
      reach,
    };
  }
  if (!isForgottenAccident(accident, nowMs)) return null;
  // It asks again at low severity: the responder may well be at work there.
  return {
    ...shared,
    id: `${id}/forgotten`,
    severity: 'low',
    since: accident.acknowledgedAt ?? accident.raisedAt,
    forgotten: true,
    isOver: false,
    reach: null,
  };
}

/** Of equally urgent alarms, those that reached no one come first: only this user knows of them. */
const byUrgency = (a: Alarm, b: Alarm): number =>
  getRank(a) - getRank(b) ||
  Number(isUnreached(b)) - Number(isUnreached(a)) ||
  a.since.getTime() - b.since.getTime() ||
  (a.id < b.id ? -1 : 1);

const isUnreached = ({ reach }: Alarm): boolean => reach === 'nobody';

/**
 * Ongoing alarms first, then those whose cause is over, then those with an overdue responder;
 * device faults last.
 */
function getRank(alarm: Alarm): number {
  if (isTechnical(alarm.kind)) return LAST;
  if (alarm.forgotten) return LAST - 1;
  return getUrgency(alarm) + (alarm.isOver ? OVER : 0);
}
const OVER = 50;
const LAST = 100;

/** The alarm whose tone is played: the first one of the highest severity. */
export const firstToSound = <Sounding extends Pick<Alarm, 'severity'>>(
  alarms: readonly Sounding[],
): Sounding | null =>
  alarms.toSorted(
    (one, other) =>
      ACCIDENT_SEVERITIES.indexOf(one.severity) - ACCIDENT_SEVERITIES.indexOf(other.severity),
  )[0] ?? null;
