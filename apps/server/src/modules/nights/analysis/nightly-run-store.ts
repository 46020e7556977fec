import type { Queries } from '../../../core/database/database.ts';

export type RunKey = { readonly rootDomainId: string; readonly domainId: string };

/**
 * Marks nights of an organisation as requested. @returns the nights that were not marked before;
 * the caller must request them in the same transaction
 */
export async function claimRuns(
  queries: Queries,
  { rootDomainId, domainId }: RunKey,
  nights: readonly string[],
  checkedAt: Date,
): Promise<string[]> {
  const rows = await queries.query<{ night: string }>({
    name: 'night_rounds_take',
    text: `insert into night_rounds (root_domain_id, domain_id, night, checked_at) select $1, $2, unnest($3::text[]), $4
      on conflict (root_domain_id, domain_id, night) do nothing returning night`,
    values: [rootDomainId, domainId, nights, checkedAt],
  });
  return rows.map(({ night }) => night);
}

/** Claims nights that were last checked before a given time, to check them again. */
export async function claimDueRuns(
  queries: Queries,
  { rootDomainId, domainId }: RunKey,
  nights: readonly string[],
  before: Date,
  checkedAt: Date,
): Promise<string[]> {
  const rows = await queries.query<{ night: string }>({
    name: 'night_rounds_due',
    text: `update night_rounds set checked_at = $5 where root_domain_id = $1 and domain_id = $2 and night = any($3::text[]) and checked_at < $4 returning night`,
    values: [rootDomainId, domainId, nights, before, checkedAt],
  });
  return rows.map(({ night }) => night);
}

/** Rooms of an organisation that had a device at any time in [fromUs, toUs). */
export async function readRoomsWithDevices(
  queries: Queries,
  { rootDomainId, domainId }: RunKey,
  fromUs: number,
  toUs: number,
): Promise<string[]> {
  const rows = await queries.query<{ room_id: string }>({
    name: 'night_rooms_with_devices',
    text: `select distinct stay.room_id from (
        select room_id from device_assignments where root_domain_id = $1 and room_id is not null and from_us < $3 and (to_us is null or to_us > $2)
        union select room_id from imported_stays where root_domain_id = $1 and from_us < $3 and to_us > $2) as stay
      join documents as room on room.path = 'room/' || stay.room_id and room.data @> $4::jsonb order by stay.room_id`,
    values: [rootDomainId, fromUs, toUs, JSON.stringify({ domainId })],
  });
  return rows.map((row) => row.room_id);
}
