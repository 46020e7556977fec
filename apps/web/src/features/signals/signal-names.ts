import { useTranslation } from 'react-i18next';
import type { LaneSpec, EitRegionSet } from '../../live/chart/chart-spec.ts';
import type { Device } from './device-source.ts';

const AXES = ['x', 'y', 'z'] as const;
const FIRST_LAYER = 1;
const FIRST_QUADRANT = 5;

/** The name of a lane: its signal, and its axis or region if the signal has several. */
export function useLaneName(): (lane: LaneSpec) => string {
  const { t } = useTranslation('raw');
  const getRegion = useRegionName();
  return ({ source: { stream, channels } }) => {
    const [channel = 0] = channels;
    const axis = AXES[channel];
    if (stream === 'respi-axl' && channels.length === 1 && axis !== undefined)
      return `${t('streams.respi-axl')} ${t(`axes.${axis}`)}`;
    if (stream === 'respihr' && channels.length === 1)
      return channel === 0 ? t('wave.deviceRespirationRate') : t('wave.deviceHeartRate');
    if (stream === 'eit-curves' && channel < FIRST_LAYER)
      return `${t('streams.eit')} ${t('curves.all')}`;
    if (stream === 'eit-curves')
      return channel < FIRST_QUADRANT
        ? getRegion('layers', channel - FIRST_LAYER)
        : getRegion('quadrants', channel - FIRST_QUADRANT);
    return t(`streams.${stream}` as 'streams.ecg', { defaultValue: stream });
  };
}

const LAYERS = ['front', 'middleFront', 'middleBack', 'back'] as const;
const QUADRANTS = ['rightFront', 'leftFront', 'rightBack', 'leftBack'] as const;

/** The region numbers of a set. */
export const REGIONS = [0, 1, 2, 3] as const;

/** The name of a region of the chest. */
export function useRegionName(): (set: EitRegionSet, region: number) => string {
  const { t } = useTranslation('raw');
  return (set, region) =>
    set === 'layers'
      ? t(`curves.layers.${LAYERS[region] ?? 'front'}`)
      : t(`curves.quadrants.${QUADRANTS[region] ?? 'rightFront'}`);
}

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
  const getName = useDeviceName();
  return (serial) => {
    const device = devices.find((candidate) => candidate.serial === serial);
    return device === undefined ? serial : getName(device);
  };
}
