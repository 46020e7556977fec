import type { DeviceStatus } from './room-live.ts';

/** Device states, most urgent first. */
export const DEVICE_STATES = [
  'retired',
  'offline',
  'sensorOff',
  'noisy',
  'batteryLow',
  'never',
  'fine',
] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

type LastContact = Pick<DeviceStatus, 'lastFrameAt' | 'lastHeartbeatAt'>;
type Status = LastContact & Pick<DeviceStatus, 'online' | 'fault'>;

/**
 * When a device was last heard: its last frame or heartbeat. A button sends frames only when
 * pressed.
 */
export function lastHeardAt(status: LastContact | null | undefined): Date | null {
  const times = [status?.lastFrameAt, status?.lastHeartbeatAt].flatMap((at) =>
    at === null || at === undefined ? [] : [at.getTime()],
  );
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** The state of a device: the first that applies. Keep `deviceStateSql` of the server in step. */
export function deviceState({
  status,
  retiredAt,
}: {
  readonly status: Status | null | undefined;
  readonly retiredAt: Date | null | undefined;
}): DeviceState {
  if (retiredAt !== null && retiredAt !== undefined) return 'retired';
  if (status === null || status === undefined || lastHeardAt(status) === null) return 'never';
  if (!status.online || status.fault === 'deviceOffline') return 'offline';
  return status.fault === 'sensorOff' || status.fault === 'noisy' || status.fault === 'batteryLow'
    ? status.fault
    : 'fine';
}
