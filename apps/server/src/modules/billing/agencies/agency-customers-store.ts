import type { AgencyCustomer, DeviceState } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { isDeviceSql, deviceStateSql } from '../../../core/documents/counted-sql.ts';

/** Lists the customers of an agency with their numbers of devices and rooms. */
export function readCustomers(queries: Queries, agencyId: string): Promise<AgencyCustomer[]> {
  return queries.query<AgencyCustomer>({
    name: 'list_agency_customers',
    text: `with ${CUSTOMERS_CTE},
      device as (
        select ${DEVICE_HOLDER} as holder, count(*)::int as count, count(*) filter (where ${DEVICE_STATE} = 'offline')::int as offline
        from documents device where collection = 'device' and parent_path = '' and ${isDeviceSql('device.id')} and data->>'retiredAt' is null group by 1),
      room as (select data->>'domainId' as holder, count(*)::int as count from documents where collection = 'room' and parent_path = '' and data->>'archivedAt' is null group by 1)
      select served.id as "customerId", served.name, served.code, coalesce(device.count, 0) as devices, coalesce(device.offline, 0) as offline, coalesce(room.count, 0) as rooms
      from served left join device on device.holder = served.id left join room on room.holder = served.id order by served.name, served.id`,
    values: [agencyId],
  });
}

export type CountedState = {
  readonly customerId: string;
  readonly state: DeviceState;
  readonly count: number;
};

/** Counts the customers' devices by state, retired devices excluded. */
export function readStates(queries: Queries, agencyId: string): Promise<CountedState[]> {
  return queries.query({
    name: 'count_agency_devices_by_state',
    text: `with ${CUSTOMERS_CTE} select served.id as "customerId", ${DEVICE_STATE} as state, count(*)::int as count from documents device join served on served.id = ${DEVICE_HOLDER}
      where device.collection = 'device' and device.parent_path = '' and ${isDeviceSql('device.id')} and device.data->>'retiredAt' is null group by 1, 2`,
    values: [agencyId],
  });
}

/**
 * The customers of agency $1: the organisations whose nearest agency it is, as a common table
 * expression `served (id, name, code)`.
 */
export const CUSTOMERS_CTE = `served as (
  select domain.id, coalesce(domain.data->>'name', '') as name, coalesce(domain.data->>'code', '') as code from documents domain
  where domain.collection = 'domain' and domain.parent_path = '' and domain.data @> jsonb_build_object('ancestorIds', jsonb_build_array($1::text)) and domain.data->>'kind' <> 'agency'
    and serving_agency(domain.id, now()) = $1)`;

/** State of a device; `device` is its row in `documents`. */
export const DEVICE_STATE = deviceStateSql('device.data');

/** Organisation that has a device: the borrower while it is lent, otherwise the owner. */
export const DEVICE_HOLDER = `coalesce(device.data->>'borrowedBy', device.data->>'domainId')`;
