import { isRoomSilent, type RoomAccident, type RoomLive } from '@yamori/domain';
import {
  faultAccident,
  isForgottenAccident,
  leadingAlarm,
  getUrgency,
  waitsSince,
} from '../alarm-actions/open-alarms.ts';
import type { StateShape } from './state-icon.tsx';
import type { Tone } from './use-shape-labels.ts';

/** Why a room needs attention, the most urgent first. */
export const ATTENTION_REASONS = [
  'accident',
  'call',
  'mildAccident',
  'unchecked',
  'forgotten',
  'outOfBedLong',
  'answering',
  'deviceOffline',
  'sensorOff',
  'outOfBed',
  'noisy',
  'batteryLow',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/** `accident`: the alarm that it is about; null for other reasons. */
export type Attention = {
  readonly reason: AttentionReason;
  readonly since: Date;
  readonly rank: number;
  readonly accident: RoomAccident | null;
};

/** Out of bed for longer than this at night calls for a look. */
const LONG_OUT_OF_BED_SECONDS = 15 * 60;

/**
 * The most urgent reason of a room, or null if it needs no attention. `nowMs`: milliseconds since
 * 1970 UTC.
 */
export function getAttention(live: RoomLive | null, nowMs: number): Attention | null {
  if (live === null) return null;
  const alarm = leadingAlarm(live);
  if (alarm !== null) return alarmAttention(alarm, nowMs);
  const out = live.presence === 'outOfBed' && !isRoomSilent(live);
  if (out && nowMs - live.presenceSince.getTime() >= LONG_OUT_OF_BED_SECONDS * 1000)
    return attention('outOfBedLong', live.presenceSince);
  // A room whose devices have never sent is not in use yet.
  const isAwaited = live.fault === 'deviceOffline' && live.lastFrameAt === null;
  if ((live.fault === 'deviceOffline' && !isAwaited) || live.fault === 'sensorOff')
    return attention(live.fault, live.faultSince, faultAccident(live));
  if (out) return attention('outOfBed', live.presenceSince);
  return live.fault === 'noisy' || live.fault === 'batteryLow'
    ? attention(live.fault, live.faultSince)
    : null;
}

function alarmAttention(alarm: RoomAccident, nowMs: number): Attention {
  if (alarm.state === 'raised') return attention(raisedReason(alarm), waitsSince(alarm), alarm);
  return attention(
    isForgottenAccident(alarm, nowMs) ? 'forgotten' : 'answering',
    alarm.acknowledgedAt ?? alarm.raisedAt,
    alarm,
  );
}

function raisedReason({ kind, severity, overAt }: RoomAccident): AttentionReason {
  if (kind === 'call') return 'call';
  if (overAt !== null) return 'unchecked';
  return severity === 'high' ? 'accident' : 'mildAccident';
}

const attention = (
  reason: AttentionReason,
  since: Date,
  accident: RoomAccident | null = null,
): Attention => ({ reason, since, rank: ATTENTION_REASONS.indexOf(reason), accident });

/**
 * The most urgent first; among equals, the one that has waited longest; rooms without a reason
 * last.
 */
export function byPressing(a: Attention | null, b: Attention | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const milder =
    a.reason === 'mildAccident' && a.accident !== null && b.accident !== null
      ? getUrgency(a.accident) - getUrgency(b.accident)
      : 0;
  return a.rank - b.rank || milder || a.since.getTime() - b.since.getTime();
}

/** Whether the reason belongs in the attention list: a short absence or a low battery does not. */
export const isPressing = ({ reason }: Attention): boolean =>
  reason !== 'outOfBed' && reason !== 'batteryLow' && reason !== 'noisy';

export const ATTENTION_LOOKS: Readonly<
  Record<AttentionReason, { readonly shape: StateShape; readonly tone: Tone }>
> = {
  call: { shape: 'call', tone: 'danger' },
  accident: { shape: 'fall', tone: 'danger' },
  mildAccident: { shape: 'fall', tone: 'warning' },
  unchecked: { shape: 'fall', tone: 'outlined' },
  forgotten: { shape: 'call', tone: 'warning' },
  outOfBedLong: { shape: 'outOfBed', tone: 'warning' },
  answering: { shape: 'call', tone: 'information' },
  outOfBed: { shape: 'outOfBed', tone: 'warning' },
  deviceOffline: { shape: 'deviceFault', tone: 'technical' },
  sensorOff: { shape: 'sensorOff', tone: 'technical' },
  noisy: { shape: 'deviceFault', tone: 'technical' },
  batteryLow: { shape: 'battery', tone: 'technical' },
};
