import type { OverrideCounts, Overrides } from '@yamori/domain';
import { z } from 'zod';
import type { Database } from '../../core/database/database.ts';

const MAX_LISTED = 200;
const SETTING = `collection in ('domain', 'room') and parent_path = '' and jsonb_typeof(data->'parameterOverrides') = 'object'`;

/** How many organisations and rooms set each parameter themselves. */
export async function countOverrides(database: Database): Promise<OverrideCounts> {
  return database.query<OverrideCounts[number]>({
    name: 'count_overrides',
    text: `select key, count(*) filter (where collection = 'domain')::int as domains, count(*) filter (where collection = 'room')::int as rooms
      from documents cross join lateral jsonb_object_keys(data->'parameterOverrides') as key where ${SETTING} group by key order by key`,
  });
}

const value = z.union([z.number(), z.string(), z.boolean()]);
type Row = {
  kind: 'domain' | 'room';
  id: string;
  name: string;
  domain_name: string;
  value: unknown;
  total: number;
};

/** Where a parameter is set, organisations first. Skips invalid values from older versions. */
export async function readOverrides(database: Database, key: string): Promise<Overrides> {
  const rows = await database.query<Row>({
    name: 'list_overrides',
    text: `select place.collection as kind, place.id, coalesce(place.data->>'name', '') as name, coalesce(domain.data->>'name', '') as domain_name, place.data->'parameterOverrides'->$1 as value, count(*) over ()::int as total
      from documents place left join documents domain on domain.path = 'domain/' || case when place.collection = 'room' then place.data->>'domainId' else place.id end
      where place.collection in ('domain', 'room') and place.parent_path = '' and place.data->'parameterOverrides' ? $1
      order by place.collection, domain_name, name, place.id limit $2`,
    values: [key, MAX_LISTED],
  });
  return {
    total: rows[0]?.total ?? 0,
    places: rows.flatMap(({ kind, id, name, domain_name: domainName, value: found }) => {
      const parsed = value.safeParse(found);
      return parsed.success ? [{ kind, id, name, domainName, value: parsed.data }] : [];
    }),
  };
}
