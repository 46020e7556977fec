import type { Queries } from '../../database/database.ts';

/** Room of a device during an imported recording. Does not affect the device's own assignments. */
type ImportedStay = {
  readonly rootDomainId: string;
  readonly importId: string;
  readonly serial: string;
  readonly roomId: string;
  readonly fromUs: number;
  readonly toUs: number;
};

export async function putImportedStay(queries: Queries, stay: ImportedStay): Promise<void> {
  await queries.query({
    name: 'insert_import_stay',
    text: `insert into imported_stays (root_domain_id, import_id, serial, room_id, from_us, to_us) values ($1, $2, $3, $4, $5, $6)
      on conflict (root_domain_id, import_id) do update set serial = excluded.serial, room_id = excluded.room_id, from_us = excluded.from_us, to_us = excluded.to_us`,
    values: [stay.rootDomainId, stay.importId, stay.serial, stay.roomId, stay.fromUs, stay.toUs],
  });
}

export async function dropImportedStay(
  queries: Queries,
  rootDomainId: string,
  importId: string,
): Promise<void> {
  await queries.query({
    name: 'delete_import_stay',
    text: 'delete from imported_stays where root_domain_id = $1 and import_id = $2',
    values: [rootDomainId, importId],
  });
}

type RoomStay = {
  readonly rootDomainId: string;
  readonly serial: string;
  readonly roomId: string | null;
  readonly fromUs: number;
  readonly toUs: number | null;
};

/**
 * Merges stays of a device in one room that touch or overlap, so that data present both live and
 * imported is read once. Sorted by start.
 */
export function joinStays<Stay extends RoomStay>(stays: readonly Stay[]): Stay[] {
  const joined: Stay[] = [];
  const newest = new Map<string, number>();
  for (const stay of [...stays].sort((one, other) => one.fromUs - other.fromUs)) {
    const name = `${stay.serial} ${stay.rootDomainId} ${stay.roomId ?? ''}`;
    const at = newest.get(name);
    const last = at === undefined ? undefined : joined[at];
    if (
      at !== undefined &&
      last !== undefined &&
      stay.roomId !== null &&
      (last.toUs === null || last.toUs >= stay.fromUs)
    ) {
      joined[at] = {
        ...last,
        toUs: last.toUs === null || stay.toUs === null ? null : Math.max(last.toUs, stay.toUs),
      };
      continue;
    }
    newest.set(name, joined.length);
    joined.push(stay);
  }
  return joined;
}
