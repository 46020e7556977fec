import {
  isRoomSilent,
  type AccidentKind,
  type Fault,
  type RoomAccident,
  type RoomLive,
} from '@yamori/domain';
import { leadingAlarm, waitsSince } from '../alarm-actions/open-alarms.ts';
import type { StateShape } from './state-icon.tsx';
import type { Tone } from './use-shape-labels.ts';

/** The displayed status of a room: shape, tone, label and start time. */
export type RoomStatus = {
  readonly shape: StateShape;
  readonly tone: Tone;
  readonly word: StatusWord;
  readonly since: Date | null;
  /** Name of the responder. */
  readonly who?: string;
  /** Kind of the alarm. */
  readonly accident?: AccidentKind;
};

/** Keys below `states`. */
type StatusWord =
  | 'call'
  | 'answering'
  | 'accident'
  | 'noState'
  | 'sleep.asleep'
  | 'sleep.dozing'
  | 'sleep.awake'
  | 'presence.inBed'
  | 'presence.outOfBed'
  | 'presence.unknown'
  | FaultWord;
type FaultWord = `fault.${Exclude<Fault, 'none'>}`;

/**
 * The resident's state takes precedence. A silent device replaces it only if it makes the state
 * stale; if other devices of the room still send, its fault is shown next to the state.
 */
export function getPersonStatus(live: RoomLive | null): RoomStatus {
  if (live === null) return { shape: 'undeployed', tone: 'quiet', word: 'noState', since: null };
  if (live.fault === 'undeployed')
    return { shape: 'undeployed', tone: 'quiet', word: 'fault.undeployed', since: live.faultSince };
  if (isRoomSilent(live))
    return {
      shape: 'deviceFault',
      tone: 'technical',
      word: 'fault.deviceOffline',
      since: live.faultSince,
    };
  return live.presence === 'inBed' ? toSleepStatus(live) : toPresenceStatus(live);
}

/** The primary status: an open alarm, or its responder, before the state that it interrupts. */
export function getPrimaryStatus(live: RoomLive | null): RoomStatus {
  const alarm = leadingAlarm(live);
  return alarm === null ? getPersonStatus(live) : toAlarmStatus(alarm);
}

function toAlarmStatus(alarm: RoomAccident): RoomStatus {
  const { state, kind, raisedAt, acknowledgedAt, by } = alarm;
  const shape = kind === 'call' ? 'call' : 'fall';
  if (state !== 'raised')
    return {
      shape,
      tone: 'information',
      word: 'answering',
      since: acknowledgedAt ?? raisedAt,
      who: by?.name ?? '',
    };
  const since = waitsSince(alarm);
  if (kind === 'call') return { shape, tone: 'danger', word: 'call', since };
  return { shape, tone: raisedTone(alarm), word: 'accident', since, accident: kind };
}

function raisedTone({ severity, overAt }: RoomAccident): Tone {
  if (overAt !== null) return 'outlined';
  return severity === 'high' ? 'danger' : 'warning';
}

/**
 * In or out of bed, next to the primary status: a responder brings other things when the resident
 * is up.
 */
export function getBedStatus(live: RoomLive | null): RoomStatus | null {
  if (live === null || getPrimaryStatus(live).word === getPersonStatus(live).word) return null;
  if (isRoomSilent(live) || live.fault === 'undeployed') return getPersonStatus(live);
  return live.presence === 'inBed'
    ? { shape: 'inBed', tone: 'good', word: 'presence.inBed', since: live.presenceSince }
    : toPresenceStatus(live);
}

function toSleepStatus(live: RoomLive): RoomStatus {
  switch (live.sleepState) {
    case 'asleep':
      return { shape: 'asleep', tone: 'good', word: 'sleep.asleep', since: live.sleepStateSince };
    case 'dozing':
      return { shape: 'dozing', tone: 'good', word: 'sleep.dozing', since: live.sleepStateSince };
    case 'awake':
      return {
        shape: 'awake',
        tone: 'information',
        word: 'sleep.awake',
        since: live.sleepStateSince,
      };
    case 'unknown':
      return { shape: 'inBed', tone: 'good', word: 'presence.inBed', since: live.presenceSince };
  }
}

const toPresenceStatus = (live: RoomLive): RoomStatus =>
  live.presence === 'outOfBed'
    ? { shape: 'outOfBed', tone: 'warning', word: 'presence.outOfBed', since: live.presenceSince }
    : { shape: 'unknown', tone: 'quiet', word: 'presence.unknown', since: live.presenceSince };

/** A secondary mark: a fault that leaves the state valid, and the device that has it. */
export type FaultMark = { readonly word: FaultWord; readonly serial: string | null };
type ShownFaultMark = FaultMark & { readonly shape: StateShape };

export function getFaultMark(live: RoomLive | null): ShownFaultMark | null {
  if (live === null) return null;
  const { fault, faultSerial: serial } = live;
  switch (fault) {
    case 'sensorOff':
      return { shape: 'sensorOff', word: 'fault.sensorOff', serial };
    case 'noisy':
      return { shape: 'deviceFault', word: 'fault.noisy', serial };
    case 'batteryLow':
      return { shape: 'battery', word: 'fault.batteryLow', serial };
    case 'deviceOffline':
      return isRoomSilent(live)
        ? null
        : { shape: 'deviceFault', word: 'fault.deviceOffline', serial };
    // A device that has never sent is no fault of its room.
    case 'none':
      return serial === null ? null : { shape: 'deviceFault', word: 'fault.deviceOffline', serial };
    case 'undeployed':
      return null;
  }
}
