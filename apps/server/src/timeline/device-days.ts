import type { MonthDay } from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import { HAD, TREE_ROOMS } from './room-customers-sql.ts';

/** A day of a device in a room of a customer of an agency. `hasSent`: whether anything of it is on the timeline. */
export type DeviceDay = { readonly serial: string; readonly typeId: string; readonly roomId: string; readonly roomName: string; readonly customerId: string; readonly day: string; readonly hasSent: boolean };

/** The most days asked for at once: a year and a bit. */
const MOST_DAYS = 400;

type Row = { serial: string; type_id: string; room_id: string; room_name: string; customer_id: string; day: string; has_sent: boolean };

/**
 * Days of the devices that an agency's customers had (decision 047), each day of a device once: it belongs to the room in which the device
 * stood when it first sent on that day, or where it sent nothing, when the day began; to the organisation that had the room at that moment,
 * and to the agency that was nearest above it then. Whole organisations move within their tree only, so others are not looked at.
 * Stays elsewhere are looked at too: a day that began with another agency is that one's. A chunk of ten seconds counts for the day on which it begins. Files brought in under a serial of their own are no devices.
 */
export async function readDeviceDays(queries: Queries, agency: { readonly id: string; readonly rootDomainId: string }, days: readonly MonthDay[]): Promise<DeviceDay[]> {
  if (days.length === 0 || days.length > MOST_DAYS) return [];
  const rows = await queries.query<Row>({
    name: 'device-days',
    text: `with ${TREE_ROOMS}, days as (select * from unnest($3::text[], $4::bigint[], $5::bigint[]) as d (day, from_us, to_us)),
      known as (select distinct stay.serial from device_assignments stay join tree_rooms room on room.id = stay.room_id),
      stays as (
        select stay.serial, device.data->>'typeId' as type_id, stay.room_id, 'room/' || stay.room_id as room_path, days.day,
          greatest(stay.from_us, days.from_us) as from_us, least(coalesce(stay.to_us, days.to_us), days.to_us) as to_us
        from known join device_assignments stay using (serial)
          join documents device on device.path = 'device/' || stay.serial and device.data->>'connection' <> 'file'
          join days on stay.from_us < days.to_us and (stay.to_us is null or stay.to_us > days.from_us)
        where stay.room_id is not null),
      seen as (
        select stays.*, least(
          (select min(first.from_us) from timeline_streams stream cross join lateral (
            select from_us from timeline_chunks chunk where chunk.serial = stays.serial and chunk.stream_id = stream.stream_id and chunk.from_us >= stays.from_us and chunk.from_us < stays.to_us
            order by from_us limit 1) first where stream.serial = stays.serial),
          (select min(from_us) from staged_frames staged where staged.serial = stays.serial and staged.from_us >= stays.from_us and staged.from_us < stays.to_us)) as sent_us
        from stays),
      once as (select distinct on (serial, day) * from seen order by serial, day, sent_us nulls last, from_us, room_id),
      happened as (select once.*, to_timestamp(coalesce(sent_us, from_us) / 1000000.0) as at from once), ${HAD}
      select serial, type_id, room_id, room_name, customer_id, day, sent_us is not null as has_sent from had order by serial, day`,
    values: [agency.id, agency.rootDomainId, days.map(({ day }) => day), days.map(({ fromMs }) => fromMs * 1000), days.map(({ toMs }) => toMs * 1000)],
  });
  return rows.map((row) => ({ serial: row.serial, typeId: row.type_id, roomId: row.room_id, roomName: row.room_name, customerId: row.customer_id, day: row.day, hasSent: row.has_sent }));
}
