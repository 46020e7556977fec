import type { Device } from './device-source.ts';

/**
 * Where a scanned code leads. What one may not see and what is not there are the same: a visitor
 * learns nothing of others' devices.
 */
export type SerialTarget =
  | { readonly kind: 'room'; readonly roomId: string }
  | { readonly kind: 'roomSettings'; readonly roomId: string }
  | { readonly kind: 'device'; readonly serial: string }
  | { readonly kind: 'register'; readonly serial: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wrong' };

type Visitor = {
  readonly opensRooms: boolean;
  readonly opensDevices: boolean;
  readonly mayRegister: boolean;
};

/** `serial` null: what was scanned is none. `device` null: there is none that the visitor sees. */
export function serialTarget(
  serial: string | null,
  device: Pick<Device, 'serial' | 'roomId'> | null,
  { opensRooms, opensDevices, mayRegister }: Visitor,
): SerialTarget {
  if (serial === null) return { kind: 'wrong' };
  if (device === null) return mayRegister ? { kind: 'register', serial } : { kind: 'refused' };
  if (device.roomId !== null && opensRooms) return { kind: 'room', roomId: device.roomId };
  if (!opensDevices) return { kind: 'refused' };
  return device.roomId === null
    ? { kind: 'device', serial: device.serial }
    : { kind: 'roomSettings', roomId: device.roomId };
}
