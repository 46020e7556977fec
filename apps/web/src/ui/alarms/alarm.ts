import {
  ACCIDENT_SEVERITIES,
  isForgotten,
  isTechnical,
  type AccidentKind,
  type AccidentSeverity,
  type RoomAccident,
  type RoomCall,
} from '@yamori/domain';
import { isForgottenAccident, urgencyOf } from '../accidents/open-accidents.ts';

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

/** Every alarm of these rooms that nobody goes to yet, or that is forgotten, the most pressing first and of two alike the one that has waited longer. */
export const waitingAlarms = (rooms: readonly AlarmingRoom[], nowMs: number): readonly Alarm[] =>
  rooms.flatMap((room) => [...raisedIn(room), ...forgottenIn(room, nowMs)]).toSorted(byUrgency);

/** It asks again, low: somebody may well be at work there. */
const FORGOTTEN = { severity: 'low', forgotten: true } as const;

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
            mutedUntil: mutedCall(accidents),
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
    })),
  ];
}

const mutedCall = (accidents: readonly RoomAccident[]): Date | null =>
  accidents.find(({ kind }) => kind === 'call')?.mutedUntil ?? null;

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
            mutedUntil: mutedCall(accidents),
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
      call: null,
      accident,
    })),
  ];
}

const byUrgency = (a: Alarm, b: Alarm): number =>
  rankOf(a) - rankOf(b) || a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1);

/** Where somebody goes already, after all where nobody does; a device comes last. */
const rankOf = (alarm: Alarm): number =>
  isTechnical(alarm.kind) ? LAST : alarm.forgotten ? LAST - 1 : urgencyOf(alarm);
const LAST = 100;

export const mostPressing = (severities: readonly AccidentSeverity[]): AccidentSeverity | null =>
  ACCIDENT_SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
