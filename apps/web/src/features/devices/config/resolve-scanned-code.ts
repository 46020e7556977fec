import type { Device } from './device-source.ts';

/**
 * The target of a scanned code. Hidden and missing devices are treated alike, so that a visitor
 * learns nothing about others' devices.
 */
export type ScannedCode =
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

/** `serial` null: the scanned text is no serial. `device` null: the visitor can see none. */
export function resolveScannedCode(
  serial: string | null,
  device: Pick<Device, 'serial' | 'roomId'> | null,
  { opensRooms, opensDevices, mayRegister }: Visitor,
): ScannedCode {
  if (serial === null) return { kind: 'wrong' };
  if (device === null) return mayRegister ? { kind: 'register', serial } : { kind: 'refused' };
  if (device.roomId !== null && opensRooms) return { kind: 'room', roomId: device.roomId };
  if (!opensDevices) return { kind: 'refused' };
  return device.roomId === null
    ? { kind: 'device', serial: device.serial }
    : { kind: 'roomSettings', roomId: device.roomId };
}
