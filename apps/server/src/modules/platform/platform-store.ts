import type { Fleet, DeviceState } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import {
  deviceStateSql,
  isDeviceSql,
  memberCountsSql,
  TECHNICAL_PATH,
} from '../../core/documents/counted-sql.ts';

const ROOT = `parent_path = ''`;

/** Counts the open alarms in the live states of rooms in use; `filter` is a JSON path filter. */
const openAccidents = (filter: string): string =>
  `coalesce(sum(jsonb_array_length(jsonb_path_query_array(data, '$.live.accidents[*]${filter}'))) filter (where data->>'archivedAt' is null), 0)::int`;

/** Counts over all organisations; one query for each kind of document. */
export async function readFleet(database: Database): Promise<Fleet> {
  const [organisations, [rooms], [members], devices, [places]] = await Promise.all([
    database.query<{ kind: Fleet['organisations'][number]['kind']; count: number }>({
      name: 'count_organisations',
      text: `select data->>'kind' as kind, count(*)::int as count from documents where collection = 'domain' and ${ROOT} group by 1 order by 1`,
    }),
    database.query<Fleet['rooms']>({
      name: 'count_rooms',
      text: `select count(*) filter (where data->>'archivedAt' is null)::int as "inUse", count(*) filter (where data->>'archivedAt' is not null)::int as archived,
          count(*) filter (where data->>'archivedAt' is null and data->'deviceSerials'->0 is not null)::int as "withDevice", ${openAccidents('')} as "openAccidents", ${openAccidents(' ? (@.kind == "call")')} as "openCalls", ${openAccidents(` ? (${TECHNICAL_PATH})`)} as "openFaults"
        from documents where collection = 'room' and ${ROOT}`,
    }),
    database.query<{ count: number }>({
      name: 'count_members',
      text: `select count(*)::int as count from documents where collection = 'staff' and ${ROOT} and ${memberCountsSql()}`,
    }),
    database.query<{ typeId: string; firmware: string; state: DeviceState; count: number }>({
      name: 'count_devices',
      text: `select data->>'typeId' as "typeId", coalesce(data->>'firmware', '') as firmware, ${deviceStateSql()} as state, count(*)::int as count
        from documents where collection = 'device' and ${ROOT} and ${isDeviceSql('id')} group by 1, 2, 3 order by 1, 2, 3`,
    }),
    database.query<{ unplaced: number; lent: number }>({
      name: 'count_device_placements',
      text: `select count(*) filter (where data->>'roomId' is null)::int as unplaced, count(*) filter (where data->>'borrowedBy' is not null)::int as lent
        from documents where collection = 'device' and ${ROOT} and ${isDeviceSql('id')} and data->>'retiredAt' is null`,
    }),
  ]);
  return {
    organisations,
    rooms: rooms ?? {
      inUse: 0,
      archived: 0,
      withDevice: 0,
      openAccidents: 0,
      openCalls: 0,
      openFaults: 0,
    },
    members: members?.count ?? 0,
    devices,
    unplaced: places?.unplaced ?? 0,
    lent: places?.lent ?? 0,
  };
}

/** Bytes of the database on disk, and mails that no server has claimed yet. */
export async function readStorage(
  database: Database,
): Promise<{ readonly databaseBytes: number; readonly waitingMails: number }> {
  const [row] = await database.query<{ bytes: string; mails: number }>({
    name: 'read_storage',
    text: 'select pg_database_size(current_database()) as bytes, (select count(*)::int from waiting_mail) as mails',
  });
  return { databaseBytes: Number(row?.bytes ?? 0), waitingMails: row?.mails ?? 0 };
}
