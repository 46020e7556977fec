import type { DeviceStatus } from './room-live.ts';

/** How a device is, as one word; what needs somebody stands first, what is well last. */
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

type Spoken = Pick<DeviceStatus, 'lastFrameAt' | 'lastHeartbeatAt'>;
type Standing = Spoken & Pick<DeviceStatus, 'online' | 'fault'>;

/**
 * When a device was heard last: by its samples or its sign of life, for a button sends samples only
 * when it is pressed.
 */
export function lastHeardAt(status: Spoken | null | undefined): Date | null {
  const heard = [status?.lastFrameAt, status?.lastHeartbeatAt].flatMap((at) =>
    at === null || at === undefined ? [] : [at.getTime()],
  );
  return heard.length === 0 ? null : new Date(Math.max(...heard));
}

/**
 * The one rule of how a device is, the first that fits; `deviceStateSql` of the server counts by
 * the same.
 */
export function deviceState({
  status,
  retiredAt,
}: {
  readonly status: Standing | null | undefined;
  readonly retiredAt: Date | null | undefined;
}): DeviceState {
  if (retiredAt !== null && retiredAt !== undefined) return 'retired';
  if (status === null || status === undefined || lastHeardAt(status) === null) return 'never';
  if (!status.online || status.fault === 'deviceOffline') return 'offline';
  return status.fault === 'sensorOff' || status.fault === 'noisy' || status.fault === 'batteryLow'
    ? status.fault
    : 'fine';
}
