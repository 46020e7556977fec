import type { MonthDay } from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import { isDeviceSql } from '../documents/counted-sql.ts';
import { HAD, TREE_ROOMS } from './room-customers-sql.ts';

/**
 * A day of a device in a room of a customer of an agency. `hasSent`: whether anything of it is on
 * the timeline.
 */
export type DeviceDay = {
  readonly serial: string;
  readonly typeId: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly customerId: string;
  readonly day: string;
  readonly hasSent: boolean;
};

/** The most months asked for at once: a year, and one beside it. */
export const MOST_MONTHS = 13;
const MOST_DAYS = MOST_MONTHS * 31;

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
 * Days of devices as `had`, with `sent_us`: null where it sent nothing on that day. Of a day in one
 * room that never moved only whether it sent is asked, and the answer is the beginning of the stay:
 * whose it is does not hang on the moment. Elsewhere it is the moment of the first.
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

type AgencyOfDays = { readonly id: string; readonly rootDomainId: string };

/** Those that ever stood in a room of the agency's customers. */
const KNOWN_DEVICES = `with ${TREE_ROOMS} select distinct stay.serial from device_assignments stay join tree_rooms room on room.id = stay.room_id order by stay.serial`;

/**
 * One statement's devices: a month of so many is read within a second on a machine that has other
 * work too.
 */
const DEVICES_AT_ONCE = 500;

/**
 * A month and some devices a statement: of thousands of devices a year would be many seconds of
 * one. No day hangs on another, nor a device.
 */
async function inParts<Found extends object>(
  queries: Queries,
  agency: AgencyOfDays,
  days: readonly MonthDay[],
  { name, select }: { readonly name: string; readonly select: string },
): Promise<Found[]> {
  if (days.length > MOST_DAYS)
    throw new RangeError(`device-days of ${days.length} days were asked for; ${MOST_DAYS} at most`);
  const known = await queries.query<{ serial: string }>({
    name: 'known-devices',
    text: KNOWN_DEVICES,
    values: [agency.id, agency.rootDomainId],
  });
  const serials = known.map(({ serial }) => serial);
  const found: Found[][] = [];
  for (const month of Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()) {
    for (let from = 0; from < serials.length; from += DEVICES_AT_ONCE) {
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
            serials.slice(from, from + DEVICES_AT_ONCE),
          ],
        }),
      );
    }
  }
  return found.flat();
}

/**
 * Days of the devices that an agency's customers had (decision 047), each day of a device once: it
 * belongs to the room in which the device stood when it first sent on that day, or where it sent
 * nothing, when the day began; to the organisation that had the room at that moment, and to the
 * agency that was nearest above it then. Whole organisations move within their tree only, so others
 * are not looked at. Stays elsewhere are looked at too: a day that began with another agency is
 * that one's. A chunk of ten seconds counts for the day on which it begins. Files brought in under
 * a serial of their own are no devices.
 */
export async function readDeviceDays(
  queries: Queries,
  agency: AgencyOfDays,
  days: readonly MonthDay[],
): Promise<DeviceDay[]> {
  const rows = await inParts<Row>(queries, agency, days, {
    name: 'device-days',
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
 * When a device of a tree of organisations first stood in a room; null while none ever did. No
 * device-day is earlier.
 */
export async function firstStayMs(queries: Queries, rootDomainId: string): Promise<number | null> {
  const [row] = await queries.query<{ first: string | number | null }>({
    name: 'first-stay',
    text: 'select min(from_us) as first from device_assignments where root_domain_id = $1 and room_id is not null',
    values: [rootDomainId],
  });
  return row === undefined || row.first === null ? null : Number(row.first) / 1000;
}

/**
 * Days of devices in rooms of a customer in a month: how many there were, and on how many of them
 * they sent.
 */
export type DeviceDaySum = {
  readonly month: string;
  readonly customerId: string;
  readonly placed: number;
  readonly sent: number;
};

/**
 * The days of `readDeviceDays`, counted where they lie: a year of thousands of devices is a row a
 * month and customer, in the order of these.
 */
export async function readDeviceDaySums(
  queries: Queries,
  agency: AgencyOfDays,
  days: readonly MonthDay[],
): Promise<DeviceDaySum[]> {
  const parts = await inParts<DeviceDaySum>(queries, agency, days, {
    name: 'device-day-sums',
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
