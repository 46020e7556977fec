import { ACCIDENT_SEVERITIES, type AccidentKind, type AccidentSeverity, type RoomAccident, type RoomCall } from '@yamori/domain';

/** Something that waits for somebody to say that they go. */
export type Alarm = {
  /** The same as long as it waits; a new one after it was over. */
  readonly id: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly kind: AccidentKind;
  readonly severity: AccidentSeverity;
  readonly since: Date;
  /** Everybody agreed to leave it silent until then. */
  readonly mutedUntil: Date | null;
  readonly call: RoomCall | null;
  readonly accident: RoomAccident | null;
};

type AlarmingRoom = { readonly documentReferenceId: string; readonly name: string; readonly domainId: string; readonly live: { readonly call: RoomCall | null; readonly accidents: readonly RoomAccident[] } | null };

/** Every alarm of these rooms that nobody goes to yet, the most pressing first and of two alike the one that has waited longer. */
export const waitingAlarms = (rooms: readonly AlarmingRoom[]): readonly Alarm[] => rooms.flatMap(alarmsOf).toSorted(byUrgency);

function alarmsOf({ documentReferenceId: roomId, name: roomName, domainId, live }: AlarmingRoom): Alarm[] {
  if (live === null) return [];
  const { call, accidents } = live;
  const room = { roomId, roomName, domainId };
  // Who presses again while nobody goes waits since the first time: it is the same alarm.
  const calls: Alarm[] = call?.state !== 'ringing' ? [] : [{
    ...room, id: `${roomId}/call/${call.since.getTime()}`, kind: 'call', severity: 'high', since: call.since, call, accident: null,
    mutedUntil: accidents.find(({ kind }) => kind === 'call')?.mutedUntil ?? null,
  }];
  const others = accidents.filter(({ kind, state }) => kind !== 'call' && state === 'raised');
  return [...calls, ...others.map((accident): Alarm => ({
    ...room, id: `${roomId}/${accident.id}`, kind: accident.kind, severity: accident.severity, since: accident.raisedAt, mutedUntil: accident.mutedUntil, call: null, accident,
  }))];
}

const byUrgency = (a: Alarm, b: Alarm): number => rankOf(a.severity) - rankOf(b.severity) || a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1);

const rankOf = (severity: AccidentSeverity): number => ACCIDENT_SEVERITIES.indexOf(severity);

export const mostPressing = (severities: readonly AccidentSeverity[]): AccidentSeverity | null => ACCIDENT_SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
