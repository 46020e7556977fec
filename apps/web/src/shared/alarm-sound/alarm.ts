import {
  ACCIDENT_SEVERITIES,
  isForgotten,
  isTechnical,
  type AccidentKind,
  type AccidentReach,
  type AccidentSeverity,
  type RoomAccident,
  type RoomCall,
} from '@yamori/domain';
import { isForgottenAccident, urgencyOf } from '../alarm-actions/open-accidents.ts';

/** Something that waits for somebody to say that they go, or what became of it. */
export type Alarm = {
  /** The same as long as it waits; a new one after it was over. */
  readonly id: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly kind: AccidentKind;
  readonly severity: AccidentSeverity;
  readonly since: Date;
  /** Somebody said at `since` that they go, and never more. */
  readonly forgotten: boolean;
  /** Everybody agreed to leave it silent until then. */
  readonly mutedUntil: Date | null;
  /** Its cause is over, and nobody has checked yet. */
  readonly isOver: boolean;
  /** Whom notifications have reached; null before the first. */
  readonly reach: AccidentReach | null;
  /** The accident that the server knows it by; null for a call that has none yet. */
  readonly accidentId: string | null;
  readonly call: RoomCall | null;
  readonly accident: RoomAccident | null;
};

type AlarmingRoom = {
  readonly documentReferenceId: string;
  readonly name: string;
  readonly domainId: string;
  readonly live: {
    readonly call: RoomCall | null;
    readonly accidents: readonly RoomAccident[];
  } | null;
};

/**
 * Every alarm of these rooms that nobody goes to yet, or that is forgotten, the most pressing first
 * and of two alike the one that has waited longer.
 */
export const waitingAlarms = (rooms: readonly AlarmingRoom[], nowMs: number): readonly Alarm[] =>
  rooms.flatMap((room) => [...raisedIn(room), ...forgottenIn(room, nowMs)]).toSorted(byUrgency);

/** It asks again, low: somebody may well be at work there. */
const FORGOTTEN = { severity: 'low', forgotten: true, isOver: false, reach: null } as const;

function forgottenIn(
  { documentReferenceId: roomId, name: roomName, domainId, live }: AlarmingRoom,
  nowMs: number,
): Alarm[] {
  if (live === null) return [];
  const { call, accidents } = live;
  const room = { roomId, roomName, domainId, ...FORGOTTEN };
  const calls: Alarm[] =
    call?.state !== 'answering' || !isForgotten(call.answeredAt, nowMs)
      ? []
      : [
          {
            ...room,
            id: `${roomId}/call/${call.since.getTime()}/forgotten`,
            kind: 'call',
            since: call.answeredAt,
            call,
            accident: null,
            accidentId: callAccident(accidents)?.id ?? null,
            mutedUntil: callAccident(accidents)?.mutedUntil ?? null,
          },
        ];
  const others = accidents.filter(
    (accident) => accident.kind !== 'call' && isForgottenAccident(accident, nowMs),
  );
  return [
    ...calls,
    ...others.map((accident): Alarm => ({
      ...room,
      id: `${roomId}/${accident.id}/forgotten`,
      kind: accident.kind,
      since: accident.acknowledgedAt ?? accident.raisedAt,
      mutedUntil: accident.mutedUntil,
      call: null,
      accident,
      accidentId: accident.id,
    })),
  ];
}

const callAccident = (accidents: readonly RoomAccident[]): RoomAccident | undefined =>
  accidents.find(({ kind }) => kind === 'call');

function raisedIn({
  documentReferenceId: roomId,
  name: roomName,
  domainId,
  live,
}: AlarmingRoom): Alarm[] {
  if (live === null) return [];
  const { call, accidents } = live;
  const room = { roomId, roomName, domainId, forgotten: false };
  // Who presses again while nobody goes waits since the first time: it is the same alarm.
  const calls: Alarm[] =
    call?.state !== 'ringing'
      ? []
      : [
          {
            ...room,
            id: `${roomId}/call/${call.since.getTime()}`,
            kind: 'call',
            severity: 'high',
            since: call.since,
            call,
            accident: null,
            accidentId: callAccident(accidents)?.id ?? null,
            mutedUntil: callAccident(accidents)?.mutedUntil ?? null,
            isOver: false,
            reach: callAccident(accidents)?.reach ?? null,
          },
        ];
  const others = accidents.filter(({ kind, state }) => kind !== 'call' && state === 'raised');
  return [
    ...calls,
    ...others.map((accident): Alarm => ({
      ...room,
      id: `${roomId}/${accident.id}`,
      kind: accident.kind,
      severity: accident.severity,
      since: accident.raisedAt,
      mutedUntil: accident.mutedUntil,
      isOver: accident.overAt !== null,
      reach: accident.reach,
      call: null,
      accident,
      accidentId: accident.id,
    })),
  ];
}

const byUrgency = (a: Alarm, b: Alarm): number =>
  rankOf(a) - rankOf(b) || a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1);

/**
 * Alarms whose cause is over come after those that go on, then those that somebody goes to; a
 * device comes last.
 */
function rankOf(alarm: Alarm): number {
  if (isTechnical(alarm.kind)) return LAST;
  if (alarm.forgotten) return LAST - 1;
  return urgencyOf(alarm) + (alarm.isOver ? OVER : 0);
}
const OVER = 50;
const LAST = 100;

export const mostPressing = (severities: readonly AccidentSeverity[]): AccidentSeverity | null =>
  ACCIDENT_SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
