import type { MonthDay } from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import { isDeviceSql } from '../documents/counted-sql.ts';

/**
 * Common table expression for rooms in the tree $2, with their current organisation and its nearest
 * agency. `has_moved`: one of them was elsewhere before, so the time matters. Only rooms that
 * agency $1 serves or may have served.
 */
export const TREE_ROOMS = `tree_customers as materialized (
  select id, serving_agency(id, 'infinity') as agency_id
  from (select distinct room.data->>'domainId' as id from documents room where room.collection = 'room' and room.parent_path = '' and room.root_domain_id = $2) each),
tree_rooms as materialized (
  select * from (
    select room.id, room.path, coalesce(room.data->>'name', '') as name, room.data->>'domainId' as customer_id, customer.agency_id,
      exists (select 1 from past_standings past where past.path in (room.path, 'domain/' || (room.data->>'domainId'))) as has_moved
    from documents room left join tree_customers customer on customer.id = room.data->>'domainId'
    where room.collection = 'room' and room.parent_path = '' and room.root_domain_id = $2) rooms
  where has_moved or agency_id = $1)`;

/**
 * Filters rows `happened`, which have `at` and `room_path`, to those that belonged to $1 at that
 * time; returns them as `had` with `customer_id`.
 */
export const HAD = `placed as materialized (
    select happened.*, room.name as room_name, room.agency_id, room.has_moved, case when room.has_moved then (standing_above(room.path, at))[1] else room.customer_id end as customer_id
    from happened join tree_rooms room on room.path = happened.room_path),
  had as (select * from placed where customer_id is not null and $1 = case when has_moved then serving_agency(customer_id, at) else agency_id end)`;

/**
 * One day of a device in a room of an agency's customer. `hasSent`: whether its timeline has data.
 */
type DeviceDay = {
  readonly serial: string;
  readonly typeId: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly customerId: string;
  readonly day: string;
  readonly hasSent: boolean;
};

/** Maximum number of months per request: a year, and one more to compare with. */
export const MAX_MONTHS = 13;
const MAX_DAYS = MAX_MONTHS * 31;

type Row = {
  serial: string;
  type_id: string;
  room_id: string;
  room_name: string;
  customer_id: string;
  day: string;
  has_sent: boolean;
};

/**
 * Device-days as `had`, with `sent_us`, null if the device sent nothing that day. If the device was
 * in a single room that never moved, only the existence of data matters, and `sent_us` is the start
 * of the stay. Otherwise it is the time of the first data.
 */
const HAD_DAYS = `with ${TREE_ROOMS}, days as (select * from unnest($3::text[], $4::bigint[], $5::bigint[]) as d (day, from_us, to_us)),
  known as (select unnest($6::text[]) as serial),
  stays as (
    select stay.serial, device.data->>'typeId' as type_id, stay.room_id, 'room/' || stay.room_id as room_path, days.day,
      greatest(stay.from_us, days.from_us) as from_us, least(coalesce(stay.to_us, days.to_us), days.to_us) as to_us,
      count(*) over (partition by stay.serial, days.day) = 1 and moved.id is null as is_plain
    from known join device_assignments stay using (serial) left join (select id from tree_rooms where has_moved) moved on moved.id = stay.room_id
      join documents device on device.path = 'device/' || stay.serial and ${isDeviceSql('stay.serial')}
      join days on stay.from_us < days.to_us and (stay.to_us is null or stay.to_us > days.from_us)
    where stay.room_id is not null),
  seen as (
    select stays.*, case
      when is_plain then case when exists (select 1 from timeline_streams stream where stream.serial = stays.serial and exists (
            select 1 from timeline_chunks chunk where chunk.serial = stays.serial and chunk.stream_id = stream.stream_id and chunk.from_us >= stays.from_us and chunk.from_us < stays.to_us))
          or exists (select 1 from staged_frames staged where staged.serial = stays.serial and staged.from_us >= stays.from_us and staged.from_us < stays.to_us) then stays.from_us end
      else least(
        (select min(first.from_us) from timeline_streams stream cross join lateral (
          select from_us from timeline_chunks chunk where chunk.serial = stays.serial and chunk.stream_id = stream.stream_id and chunk.from_us >= stays.from_us and chunk.from_us < stays.to_us
          order by from_us limit 1) first where stream.serial = stays.serial),
        (select min(from_us) from staged_frames staged where staged.serial = stays.serial and staged.from_us >= stays.from_us and staged.from_us < stays.to_us)) end as sent_us
    from stays),
  once as (select distinct on (serial, day) * from seen order by serial, day, sent_us nulls last, from_us, room_id),
  happened as (select once.*, to_timestamp(coalesce(sent_us, from_us) / 1000000.0) as at from once), ${HAD}`;

type BilledAgency = { readonly id: string; readonly rootDomainId: string };

/** Devices that were ever in a room of the agency's customers. */
const KNOWN_DEVICES = `with ${TREE_ROOMS} select distinct stay.serial from device_assignments stay join tree_rooms room on room.id = stay.room_id order by stay.serial`;

/** Devices per statement: a month of this many takes under a second on a busy machine. */
const DEVICES_PER_STATEMENT = 500;

/**
 * Runs the query per month and group of devices, because a year of thousands of devices would take
 * one statement many seconds. Days and devices are independent.
 */
async function queryInBatches<Found extends object>(
  queries: Queries,
  agency: BilledAgency,
  days: readonly MonthDay[],
  { name, select }: { readonly name: string; readonly select: string },
): Promise<Found[]> {
  if (days.length > MAX_DAYS)
    throw new RangeError(
      `cannot read device-days of ${days.length} days; the maximum is ${MAX_DAYS}`,
    );
  const known = await queries.query<{ serial: string }>({
    name: 'list_known_devices',
    text: KNOWN_DEVICES,
    values: [agency.id, agency.rootDomainId],
  });
  const serials = known.map(({ serial }) => serial);
  const found: Found[][] = [];
  for (const month of Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()) {
    for (let from = 0; from < serials.length; from += DEVICES_PER_STATEMENT) {
      found.push(
        await queries.query<Found>({
          name,
          text: `${HAD_DAYS} ${select}`,
          values: [
            agency.id,
            agency.rootDomainId,
            month.map(({ day }) => day),
            month.map(({ fromMs }) => fromMs * 1000),
            month.map(({ toMs }) => toMs * 1000),
            serials.slice(from, from + DEVICES_PER_STATEMENT),
          ],
        }),
      );
    }
  }
  return found.flat();
}

/**
 * Device-days of an agency's customers (decision 047). Each day of a device counts once: for the
 * room in which it first sent data that day, or without data, for its room at the start of the day;
 * for the organisation that had the room then, and for the nearest agency above it then.
 * Organisations move only within their tree, so other trees are not searched. Stays elsewhere count
 * as well: a day that began with another agency belongs to that one. A ten-second chunk counts for
 * the day on which it begins. Serials of imported files are not devices.
 */
export async function readDeviceDays(
  queries: Queries,
  agency: BilledAgency,
  days: readonly MonthDay[],
): Promise<DeviceDay[]> {
  const rows = await queryInBatches<Row>(queries, agency, days, {
    name: 'read_device_days',
    select:
      'select serial, type_id, room_id, room_name, customer_id, day, sent_us is not null as has_sent from had order by serial, day',
  });
  return rows.map((row) => ({
    serial: row.serial,
    typeId: row.type_id,
    roomId: row.room_id,
    roomName: row.room_name,
    customerId: row.customer_id,
    day: row.day,
    hasSent: row.has_sent,
  }));
}

/**
 * First stay of a tree's devices in a room, before which there are no device-days; null if none.
 */
export async function firstStayMs(queries: Queries, rootDomainId: string): Promise<number | null> {
  const [row] = await queries.query<{ first: string | number | null }>({
    name: 'find_first_stay',
    text: 'select min(from_us) as first from device_assignments where root_domain_id = $1 and room_id is not null',
    values: [rootDomainId],
  });
  return row === undefined || row.first === null ? null : Number(row.first) / 1000;
}

/** Device-days of a customer in a month: all, and those with data. */
export type DeviceDaySum = {
  readonly month: string;
  readonly customerId: string;
  readonly placed: number;
  readonly sent: number;
};

/** Sums of `readDeviceDays` per month and customer, in that order, computed by the database. */
export async function readDeviceDaySums(
  queries: Queries,
  agency: BilledAgency,
  days: readonly MonthDay[],
): Promise<DeviceDaySum[]> {
  const parts = await queryInBatches<DeviceDaySum>(queries, agency, days, {
    name: 'sum_device_days',
    select: `select left(day, 7) as month, customer_id as "customerId", count(*)::int as placed, count(sent_us)::int as sent from had group by 1, 2 order by 1, 2`,
  });
  const sums = new Map<string, DeviceDaySum>();
  for (const part of parts) {
    const key = `${part.month} ${part.customerId}`;
    const before = sums.get(key);
    sums.set(key, {
      ...part,
      placed: part.placed + (before?.placed ?? 0),
      sent: part.sent + (before?.sent ?? 0),
    });
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}
