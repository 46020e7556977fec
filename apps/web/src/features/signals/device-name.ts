import { useTranslation } from 'react-i18next';
import type { Device } from './device-source.ts';

/**
 * What a device is called by those who use it: its own name, else what kind it is; its serial only
 * where neither is known.
 */
export function useDeviceName(): (device: Pick<Device, 'serial' | 'name' | 'typeId'>) => string {
  const { t } = useTranslation('raw');
  return ({ serial, name, typeId }) =>
    name === '' ? t(`types.${typeId}` as 'types.ecg', { defaultValue: serial }) : name;
}

/**
 * As `useDeviceName`, for one of `devices` by its serial; the serial of a device that is not among
 * them.
 */
export function useSerialName(devices: readonly Device[]): (serial: string) => string {
  const nameOf = useDeviceName();
  return (serial) => {
    const device = devices.find((candidate) => candidate.serial === serial);
    return device === undefined ? serial : nameOf(device);
  };
}
