import { HEARTBEAT_INTERVAL_SECONDS, type Fault } from '@yamori/domain';

export type DeviceHealth = {
  readonly isOnline: boolean;
  readonly batteryPercent: number | null;
  /** Streams that report a detached sensor. */
  readonly sensorsOff: number;
  /** Start of the time without a usable stream; null while one is usable. */
  readonly noisySinceMs: number | null;
};

/** A reachable device is offline after missing two heartbeats and five seconds. */
export const SILENCE_SECONDS = 2 * HEARTBEAT_INTERVAL_SECONDS + 5;
const NOISY_AFTER_SECONDS = 30;
export const BATTERY_LOW_PERCENT = 15;

/** Most severe first. A fault that makes the others meaningless hides them. */
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

export type DeviceFault = {
  readonly serial: string;
  readonly fault: Fault;
  readonly faultSinceMs: number;
  /** Whether it has ever sent anything. */
  readonly hasReceived: boolean;
};

type RoomFault = {
  readonly fault: Fault;
  /** The faulty device; without a fault one that was never heard; null if there is neither. */
  readonly serial: string | null;
  /** Null without a faulty device. */
  readonly sinceMs: number | null;
};

/**
 * The most severe fault of a room’s devices; the newer one of equal faults, so that a device lost
 * long ago does not hide another. A device that was never heard is a fault only if the room has no
 * other device. A room without a device is `undeployed`.
 */
export function roomFault(devices: readonly DeviceFault[]): RoomFault {
  const sendingDevices = devices.filter(({ hasReceived }) => hasReceived);
  const awaited = devices.find(({ hasReceived }) => !hasReceived) ?? null;
  let worst: DeviceFault | null = null;
  for (const device of sendingDevices.length === 0 ? devices : sendingDevices) {
    if (device.fault === 'none') continue;
    const more = severity[device.fault] - severity[worst?.fault ?? 'none'];
    if (worst === null || more > 0 || (more === 0 && device.faultSinceMs > worst.faultSinceMs))
      worst = device;
  }
  if (worst !== null)
    return { fault: worst.fault, serial: worst.serial, sinceMs: worst.faultSinceMs };
  const fault = devices.length === 0 ? 'undeployed' : 'none';
  return { fault, serial: awaited?.serial ?? null, sinceMs: null };
}
