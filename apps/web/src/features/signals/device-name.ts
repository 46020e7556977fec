import { useTranslation } from 'react-i18next';
import type { Device } from './device-source.ts';

/**
 * The display name of a device: its own name, else its type's. The serial only if neither is known.
 */
export function useDeviceName(): (device: Pick<Device, 'serial' | 'name' | 'typeId'>) => string {
  const { t } = useTranslation('raw');
  return ({ serial, name, typeId }) =>
    name === '' ? t(`types.${typeId}` as 'types.ecg', { defaultValue: serial }) : name;
}

/**
 * As `useDeviceName`, but looks the device up in `devices` by serial. Returns the serial if it is
 * not there.
 */
export function useSerialName(devices: readonly Device[]): (serial: string) => string {
  const nameOf = useDeviceName();
  return (serial) => {
    const device = devices.find((candidate) => candidate.serial === serial);
    return device === undefined ? serial : nameOf(device);
  };
}
