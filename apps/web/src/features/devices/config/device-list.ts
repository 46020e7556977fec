import { DEVICE_STATES, deviceState, isFileSerial, lastHeardAt } from '@yamori/domain';
import {
  compareNames,
  matchesSearch,
  type ListConfig,
  type ListState,
} from '../../../kit/list/list-url-state.ts';
import type { Device } from './device-source.ts';

const DEVICE_SORTS = ['serial', 'name', 'room', 'state', 'lastFrame', 'battery'] as const;
type DeviceSort = (typeof DEVICE_SORTS)[number];
const DEVICE_COLUMNS = [
  'serial',
  'name',
  'type',
  'room',
  'state',
  'lastFrame',
  'battery',
  'signal',
  'firmware',
  'connection',
  'loan',
  'organisation',
] as const;
export type DeviceColumn = (typeof DEVICE_COLUMNS)[number];
type DeviceListState = ListState<DeviceSort, DeviceColumn>;

/** Retired devices are requested separately. */
export const LISTED_STATES = DEVICE_STATES.filter((state) => state !== 'retired');
export const DEVICE_PLACES = ['none', 'lent'] as const;
/** An import creates a device for each file. */
export const DEVICE_ORIGINS = ['device', 'file'] as const;

export const DEVICE_LIST: ListConfig<DeviceSort, DeviceColumn> = {
  facets: ['type', 'origin', 'state', 'place', 'retired'],
  known: {
    origin: DEVICE_ORIGINS,
    state: LISTED_STATES,
    place: DEVICE_PLACES,
    retired: ['only'],
  },
  sorts: DEVICE_SORTS,
  columns: DEVICE_COLUMNS,
  defaultColumns: ['serial', 'name', 'type', 'room', 'state', 'lastFrame', 'battery', 'firmware'],
};

/** All filters except the type apply in the browser. */
export const needsAllDevices = ({ text, facets, sort }: DeviceListState): boolean =>
  text.trim() !== '' ||
  sort !== 'serial' ||
  facets['origin'] !== null ||
  facets['state'] !== null ||
  facets['place'] !== null;

type Names = {
  readonly getRoom: (device: Device) => string;
  readonly getTypeName: (device: Device) => string;
};

export function filterDevices(
  devices: readonly Device[],
  { text, facets, sort, descending }: DeviceListState,
  names: Names,
): readonly Device[] {
  const sign = descending ? -1 : 1;
  const toSortValue = (value: number | null | undefined): number =>
    value ?? Number.NEGATIVE_INFINITY;
  const compare: Readonly<Record<DeviceSort, (a: Device, b: Device) => number>> = {
    serial: (a, b) => compareNames(a.serial, b.serial),
    name: (a, b) => compareNames(a.name, b.name),
    room: (a, b) => compareNames(names.getRoom(a), names.getRoom(b)),
    state: (a, b) => DEVICE_STATES.indexOf(deviceState(a)) - DEVICE_STATES.indexOf(deviceState(b)),
    lastFrame: (a, b) =>
      toSortValue(lastHeardAt(a.status)?.getTime()) - toSortValue(lastHeardAt(b.status)?.getTime()),
    battery: (a, b) =>
      toSortValue(a.status?.batteryPercent) - toSortValue(b.status?.batteryPercent),
  };
  return devices
    .filter((device) => {
      const origin = isFileSerial(device.serial) ? 'file' : 'device';
      if (facets['origin'] !== null && origin !== facets['origin']) return false;
      if (facets['state'] !== null && deviceState(device) !== facets['state']) return false;
      if (facets['place'] === 'none' && device.roomId !== null) return false;
      if (facets['place'] === 'lent' && device.borrowedBy === null) return false;
      return matchesSearch(
        [
          device.serial,
          device.name,
          device.firmware,
          names.getRoom(device),
          names.getTypeName(device),
        ],
        text,
      );
    })
    .toSorted((a, b) => compare[sort](a, b) * sign || compareNames(a.serial, b.serial));
}
