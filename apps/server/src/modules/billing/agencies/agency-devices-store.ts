import type { AgencyDevice, AgencyDevicePage, AgencyDeviceSort, DeviceState } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { deviceHeardSql, isDeviceSql } from '../../../core/documents/counted-sql.ts';
import { searchPatterns } from '../../../core/database/search-patterns.ts';
import { DEVICE_HOLDER, DEVICE_STATE, CUSTOMERS_CTE } from './agency-customers-store.ts';

type DeviceFilter = {
  readonly text: string;
  readonly state?: DeviceState | undefined;
  readonly customer?: string | undefined;
  readonly type?: string | undefined;
  readonly sort: AgencyDeviceSort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** `order by` columns are chosen from this table, never taken from the request. */
const ORDERS: Readonly<Record<AgencyDeviceSort, string>> = {
  serial: 'serial',
  customer: 'customer_name',
  room: 'room_name',
  type: 'type_name',
  state: 'state',
  battery: 'battery',
  lastHeardAt: 'last_heard_at',
};

type Row = {
  serial: string;
  name: string;
  type_id: string;
  type_name: string;
  customer_id: string;
  customer_name: string;
  room_id: string | null;
  room_name: string;
  state: DeviceState;
  battery: number | null;
  firmware: string;
  last_heard_at: string | null;
  is_lent: boolean;
  total: number;
};

const FOUND_DEVICES = `with ${CUSTOMERS_CTE},
  holders as (select id, name from served union all select id, coalesce(data->>'name', '') from documents where path = 'domain/' || $1),
  found as (
    select device.id as serial, coalesce(device.data->>'name', '') as name, device.data->>'typeId' as type_id, coalesce(type.data->>'name', device.data->>'typeId') as type_name,
      holders.id as customer_id, holders.name as customer_name, device.data->>'roomId' as room_id, coalesce(room.data->>'name', '') as room_name, ${DEVICE_STATE} as state,
      (device.data->'status'->>'batteryPercent')::float8 as battery, coalesce(device.data->>'firmware', '') as firmware, ${deviceHeardSql('device.data')} as last_heard_at,
      device.data->>'borrowedBy' is not null as is_lent
    from documents device join holders on holders.id = ${DEVICE_HOLDER}
      left join documents room on room.path = 'room/' || (device.data->>'roomId') left join documents type on type.path = 'deviceType/' || (device.data->>'typeId')
    where device.collection = 'device' and device.parent_path = '' and ${isDeviceSql('device.id')})`;

/**
 * Returns one page of the devices of an agency and its customers, searched and sorted in the
 * database. Retired devices appear only if the filter names that state.
 */
export async function readAgencyDevices(
  database: Database,
  agencyId: string,
  filter: DeviceFilter,
): Promise<AgencyDevicePage> {
  const patterns = searchPatterns(filter.text);
  const conditions = patterns
    .map(
      (_, index) =>
        ` and lower(serial || ' ' || name || ' ' || room_name || ' ' || customer_name || ' ' || type_name) like any($${index + 7}::text[])`,
    )
    .join('');
  const [rows, types] = await Promise.all([
    database.query<Row>({
      text: `${FOUND_DEVICES} select *, count(*) over ()::int as total from found
        where (case when $2::text is null then state <> 'retired' else state = $2 end) and ($3::text is null or customer_id = $3) and ($4::text is null or type_id = $4)${conditions}
        order by ${ORDERS[filter.sort]} ${filter.descending ? 'desc nulls last' : 'asc nulls last'}, serial offset $5 limit $6`,
      values: [
        agencyId,
        filter.state ?? null,
        filter.customer ?? null,
        filter.type ?? null,
        filter.offset,
        filter.limit,
        ...patterns,
      ],
    }),
    database.query<{ typeId: string; name: string }>({
      name: 'list_agency_device_types',
      text: `${FOUND_DEVICES} select distinct type_id as "typeId", type_name as name from found order by 2, 1`,
      values: [agencyId],
    }),
  ]);
  return { devices: rows.map(toAgencyDevice), total: rows[0]?.total ?? 0, types };
}

const toAgencyDevice = (row: Row): AgencyDevice => ({
  serial: row.serial,
  name: row.name,
  typeId: row.type_id,
  typeName: row.type_name,
  customerId: row.customer_id,
  customerName: row.customer_name,
  roomId: row.room_id,
  roomName: row.room_name,
  state: row.state,
  battery: row.battery,
  firmware: row.firmware,
  lastHeardAt: row.last_heard_at,
  isLent: row.is_lent,
});
