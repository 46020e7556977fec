import { MAX_NIGHT_VERSIONS } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { NightKey } from './analysis-requests-store.ts';

/** A result as it was written; `fields` are encoded as in the document. */
export type StoredVersion = {
  readonly version: number;
  readonly analysedAt: Date;
  readonly input: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

type VersionRow = {
  version: number;
  analysed_at: Date;
  input: string;
  fields: Record<string, unknown>;
};
const toVersion = (row: VersionRow): StoredVersion => ({
  version: row.version,
  analysedAt: row.analysed_at,
  input: row.input,
  fields: row.fields,
});
const toKeyValues = ({ rootDomainId, roomId, night }: NightKey): string[] => [
  rootDomainId,
  roomId,
  night,
];

/** Adds a result in the transaction that publishes it, and deletes the oldest beyond the limit. */
export async function putVersion(
  queries: Queries,
  key: NightKey,
  { version, analysedAt, input, fields }: StoredVersion,
): Promise<void> {
  await queries.query({
    name: 'night_version_put',
    text: 'insert into night_versions (root_domain_id, room_id, night, version, analysed_at, input, fields) values ($1, $2, $3, $4, $5, $6, $7)',
    values: [...toKeyValues(key), version, analysedAt, input, JSON.stringify(fields)],
  });
  await queries.query({
    name: 'night_version_forget',
    text: 'delete from night_versions where root_domain_id = $1 and room_id = $2 and night = $3 and version < $4',
    values: [...toKeyValues(key), version - MAX_NIGHT_VERSIONS],
  });
}

/** A deleted night keeps no versions, because their source data no longer exists. */
export async function dropVersions(queries: Queries, key: NightKey): Promise<void> {
  await queries.query({
    name: 'night_versions_drop',
    text: 'delete from night_versions where root_domain_id = $1 and room_id = $2 and night = $3',
    values: toKeyValues(key),
  });
}

/** Number and input of the newest result; 0 and '' without a result. */
export async function readNewest(
  queries: Queries,
  key: NightKey,
): Promise<{ readonly version: number; readonly input: string }> {
  const [row] = await queries.query<{ version: number; input: string }>({
    name: 'night_version_newest',
    text: 'select version, input from night_versions where root_domain_id = $1 and room_id = $2 and night = $3 order by version desc limit 1',
    values: toKeyValues(key),
  });
  return row ?? { version: 0, input: '' };
}

/** Nights of a room that have a document; null if the room does not exist. Reads ids only. */
export async function readNightNames(
  queries: Queries,
  roomId: string,
  notSimulated: string,
): Promise<ReadonlySet<string> | null> {
  const rows = await queries.query<{ collection: string; id: string }>({
    name: 'night_names',
    text: `select collection, id from documents where path = $1 or (parent_path = $1 and collection = 'sleep' and data->>'state' <> 'waiting' and data->>'problem' is distinct from $2)`,
    values: [`room/${roomId}`, notSimulated],
  });
  return rows.some(({ collection }) => collection === 'room')
    ? new Set(rows.filter(({ collection }) => collection === 'sleep').map(({ id }) => id))
    : null;
}

/** Newest first. `fields` holds only what the version list compares. */
export async function readVersions(queries: Queries, key: NightKey): Promise<StoredVersion[]> {
  const rows = await queries.query<VersionRow>({
    name: 'night_versions',
    text: `select version, analysed_at, input, jsonb_build_object('metrics', fields->'metrics', 'bounds', fields->'bounds', 'quality', fields->'quality', 'provenance',
        jsonb_build_object('algorithm', fields->'provenance'->'algorithm', 'version', fields->'provenance'->'version', 'signals', fields->'provenance'->'signals')) as fields
      from night_versions where root_domain_id = $1 and room_id = $2 and night = $3 order by version desc`,
    values: toKeyValues(key),
  });
  return rows.map(toVersion);
}

export async function readVersion(
  queries: Queries,
  key: NightKey,
  version: number,
): Promise<StoredVersion | null> {
  const [row] = await queries.query<VersionRow>({
    name: 'night_version',
    text: 'select version, analysed_at, input, fields from night_versions where root_domain_id = $1 and room_id = $2 and night = $3 and version = $4',
    values: [...toKeyValues(key), version],
  });
  return row === undefined ? null : toVersion(row);
}
