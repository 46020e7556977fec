import type { RoomCall } from '@yamori/domain';

/** How pressing an alarm is, the most pressing first; each sounds in its own way. */
export const ALARM_SEVERITIES = ['high', 'medium', 'low', 'technical'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

/** Something that waits for somebody to say that they go. */
export type Alarm = {
  /** The same as long as it waits; a new one after it was over. */
  readonly id: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly severity: AlarmSeverity;
  readonly since: Date;
  readonly call: RoomCall | null;
};

type AlarmingRoom = { readonly documentReferenceId: string; readonly name: string; readonly domainId: string; readonly live: { readonly call: RoomCall | null } | null };

/** Every alarm of these rooms that nobody goes to yet, the most pressing first and of two alike the one that has waited longer. */
export const waitingAlarms = (rooms: readonly AlarmingRoom[]): readonly Alarm[] => rooms.flatMap(alarmsOf).toSorted(byUrgency);

function alarmsOf({ documentReferenceId: roomId, name: roomName, domainId, live }: AlarmingRoom): Alarm[] {
  const call = live?.call ?? null;
  // Who presses again while nobody goes waits since the first time: it is the same alarm.
  return call?.state === 'ringing' ? [{ id: `${roomId}/call/${call.since.getTime()}`, roomId, roomName, domainId, severity: 'high', since: call.since, call }] : [];
}

const byUrgency = (a: Alarm, b: Alarm): number => rankOf(a.severity) - rankOf(b.severity) || a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1);

const rankOf = (severity: AlarmSeverity): number => ALARM_SEVERITIES.indexOf(severity);

export const mostPressing = (severities: readonly AlarmSeverity[]): AlarmSeverity | null => ALARM_SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
