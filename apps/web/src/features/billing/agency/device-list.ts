import {
  AGENCY_DEVICE_SORTS,
  DEVICE_STATES,
  type AgencyDevicesQuery,
  type AgencyDeviceSort,
} from '@yamori/domain';
import type { ListConfig, ListState } from '../../../kit/list/list-url-state.ts';

const AGENCY_DEVICE_COLUMNS = [
  'serial',
  'state',
  'customer',
  'room',
  'type',
  'battery',
  'lastHeardAt',
  'firmware',
] as const;
export type AgencyDeviceColumn = (typeof AGENCY_DEVICE_COLUMNS)[number];

export const AGENCY_DEVICE_LIST: ListConfig<AgencyDeviceSort, AgencyDeviceColumn> = {
  facets: ['state', 'customer', 'type'],
  known: { state: DEVICE_STATES },
  sorts: AGENCY_DEVICE_SORTS,
  columns: AGENCY_DEVICE_COLUMNS,
  defaultColumns: ['serial', 'state', 'customer', 'room', 'type', 'battery', 'lastHeardAt'],
};

/** The query of a list; omits an unknown state and empty filters. */
export function toDevicesQuery({
  text,
  facets,
  sort,
  descending,
}: ListState<AgencyDeviceSort>): AgencyDevicesQuery {
  return {
    text: text.trim().slice(0, 100) || undefined,
    sort,
    descending,
    state: DEVICE_STATES.find((candidate) => candidate === facets['state']),
    customer: facets['customer'] || undefined,
    type: facets['type'] || undefined,
  };
}
