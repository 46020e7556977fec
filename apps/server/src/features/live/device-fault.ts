import { HEARTBEAT_INTERVAL_SECONDS, type Fault } from '@yamori/domain';

/** What is known of a device's health at one instant. */
export type DeviceHealth = {
  readonly isOnline: boolean;
  readonly batteryPercent: number | null;
  /** Streams whose sensor says that it is not attached. */
  readonly sensorsOff: number;
  /** Since when no stream of the device gives anything usable; null while one does. */
  readonly noisySinceMs: number | null;
};

/** A device that could be heard and was not for two heartbeats and five seconds is offline. */
export const SILENCE_SECONDS = 2 * HEARTBEAT_INTERVAL_SECONDS + 5;
export const NOISY_AFTER_SECONDS = 30;
export const BATTERY_LOW_PERCENT = 15;

/** The worst comes first: what makes the others meaningless hides them. */
export function deviceFault(health: DeviceHealth, nowMs: number): Fault {
  if (!health.isOnline) return 'deviceOffline';
  if (health.sensorsOff > 0) return 'sensorOff';
  if (health.noisySinceMs !== null && nowMs - health.noisySinceMs >= NOISY_AFTER_SECONDS * 1000)
    return 'noisy';
  if (health.batteryPercent !== null && health.batteryPercent <= BATTERY_LOW_PERCENT)
    return 'batteryLow';
  return 'none';
}

const severity: Readonly<Record<Fault, number>> = {
  none: 0,
  batteryLow: 1,
  noisy: 2,
  sensorOff: 3,
  deviceOffline: 4,
  undeployed: 5,
};

/** The fault that a room shows for its devices; a room without a device is `undeployed`. */
export function roomFault(devices: readonly { readonly serial: string; readonly fault: Fault }[]): {
  readonly fault: Fault;
  readonly serial: string | null;
} {
  let worst: { fault: Fault; serial: string | null } = {
    fault: devices.length === 0 ? 'undeployed' : 'none',
    serial: null,
  };
  for (const { serial, fault } of devices)
    if (severity[fault] > severity[worst.fault]) worst = { fault, serial };
  return worst;
}
