import { AGENCY_DEVICE_SORTS, DEVICE_STATES, type AgencyDeviceSort } from '@yamori/domain';
import type { AgencyDevicesAsked } from '../../client/agency-client.ts';
import type { ListOffer, ListState } from '../../ui/list/list-address.ts';

export const AGENCY_DEVICE_COLUMNS = [
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

export const AGENCY_DEVICE_OFFER: ListOffer<AgencyDeviceSort, AgencyDeviceColumn> = {
  facets: ['state', 'customer', 'type'],
  known: { state: DEVICE_STATES },
  sorts: AGENCY_DEVICE_SORTS,
  columns: AGENCY_DEVICE_COLUMNS,
  usual: ['serial', 'state', 'customer', 'room', 'type', 'battery', 'lastHeardAt'],
};

/** What the server is asked of a list; a state that there is not is none. */
export function askedOf({
  text,
  facets,
  sort,
  descending,
}: ListState<AgencyDeviceSort>): AgencyDevicesAsked {
  const state = DEVICE_STATES.find((each) => each === facets['state']);
  const [customer, type] = [facets['customer'] ?? null, facets['type'] ?? null];
  return {
    text: text.trim().slice(0, 100),
    sort,
    descending,
    ...(state === undefined ? {} : { state }),
    ...(customer === null ? {} : { customer }),
    ...(type === null ? {} : { type }),
  };
}
