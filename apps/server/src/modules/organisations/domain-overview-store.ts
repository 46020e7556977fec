import { DOMAIN_KINDS, type DomainRow, type DomainsPage, type DomainSort } from '@yamori/domain';
import { z } from 'zod';
import type { Database } from '../../core/database/database.ts';
import { searchPatterns } from '../../core/database/search-patterns.ts';
import { deviceStateSql, isDeviceSql, memberCountsSql } from '../../core/documents/counted-sql.ts';

type DomainFilter = {
  readonly text: string;
  readonly kind?: DomainRow['kind'] | undefined;
  readonly parent?: string | undefined;
  readonly domain?: string | undefined;
  readonly sort: DomainSort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** Fixed column names, never user input. */
const ORDERS: Readonly<Record<DomainSort, string>> = {
  name: 'name',
  code: 'code',
  kind: 'kind',
  rooms: 'rooms',
  devices: 'devices',
  offline: 'offline',
  members: 'members',
  contractTo: 'contract_to',
};

type Row = {
  id: string;
  code: string;
  name: string;
  name_kana: string;
  kind: string;
  parent: string | null;
  ancestors: string[];
  parts: number;
  rooms: number;
  devices: number;
  offline: number;
  members: number;
  contract_to: string | null;
  total: number;
};

/** One page of organisations with their counts, from one statement and thus one point in time. */
export async function readDomains(database: Database, filter: DomainFilter): Promise<DomainsPage> {
  const patterns = searchPatterns(filter.text);
  const conditions = patterns.map(
    (_, index) => `lower(name || ' ' || name_kana || ' ' || code) like any($${index + 6}::text[])`,
  );
  const rows = await database.query<Row>({
    text: `with own as (
        select id, coalesce(data->>'code', '') as code, coalesce(data->>'name', '') as name, coalesce(data->>'nameKana', '') as name_kana, data->>'kind' as kind, data->>'parentDomainId' as parent,
          array(select jsonb_array_elements_text(coalesce(data->'ancestorIds', '[]'))) as ancestors, data->'contractTo'->>'$date' as contract_to
        from documents where collection = 'domain' and parent_path = ''),
      asked as (select * from own where ($1::text is null or kind = $1) and ($2::text is null or id = $2) and ($3::text is null or coalesce(parent, 'top') = $3)${conditions.map((condition) => ` and ${condition}`).join('')}),
      part as (select parent as id, count(*)::int as count from own where parent is not null group by 1),
      room as (select data->>'domainId' as id, count(*)::int as count from documents where collection = 'room' and parent_path = '' and data->>'archivedAt' is null group by 1),
      device as (
        select data->>'domainId' as id, count(*)::int as count, count(*) filter (where ${deviceStateSql()} = 'offline')::int as offline
        from documents where collection = 'device' and parent_path = '' and data->>'retiredAt' is null and ${isDeviceSql('id')} group by 1),
      member as (select data->>'domainId' as id, count(*)::int as count from documents where collection = 'staff' and parent_path = '' and ${memberCountsSql()} group by 1)
      select asked.*, coalesce(part.count, 0) as parts, coalesce(room.count, 0) as rooms, coalesce(device.count, 0) as devices, coalesce(device.offline, 0) as offline, coalesce(member.count, 0) as members,
        count(*) over ()::int as total
      from asked left join part using (id) left join room using (id) left join device using (id) left join member using (id)
      order by ${ORDERS[filter.sort]} ${filter.descending ? 'desc nulls last' : 'asc nulls last'}, id offset $4 limit $5`,
    values: [
      filter.kind ?? null,
      filter.domain ?? null,
      filter.parent ?? null,
      filter.offset,
      filter.limit,
      ...patterns,
    ],
  });
  const names = await readNames(
    database,
    rows.flatMap(({ ancestors }) => ancestors),
  );
  return { total: rows[0]?.total ?? 0, domains: rows.map((row) => toDomainRow(row, names)) };
}

const toDomainRow = (row: Row, names: ReadonlyMap<string, string>): DomainRow => ({
  domainId: row.id,
  code: row.code,
  name: row.name,
  nameKana: row.name_kana,
  kind: z.enum(DOMAIN_KINDS).catch('facility').parse(row.kind),
  parentDomainId: row.parent,
  path: row.ancestors.map((id) => names.get(id) ?? id),
  parts: row.parts,
  rooms: row.rooms,
  devices: row.devices,
  offline: row.offline,
  members: row.members,
  contractTo: row.contract_to,
});

async function readNames(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: string; name: string }>({
    name: 'read_domain_names',
    text: `select id, coalesce(data->>'name', '') as name from documents where path = any($1::text[])`,
    values: [[...new Set(ids)].map((id) => `domain/${id}`)],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
