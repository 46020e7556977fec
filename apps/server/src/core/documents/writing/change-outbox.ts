import { encodeFields, holderPath } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { toRowImage, type PlacedRow } from '../document-row.ts';
import type { RowChange } from './unique-keys.ts';

const CHANGE_COLUMNS = `root_domain_id text, path text, collection text, parent_path text, id text, data jsonb, domain_ids text[], shared_with text[],
  holder_path text, created_at timestamptz, updated_at timestamptz, before jsonb, after jsonb`;

/**
 * Writes documents and feed changes in one statement, so that both commit or neither. Takes the
 * next number of each tree, in order of their ids, and thereby locks the tree until the transaction
 * ends: it must be the last lock of a commit.
 */
const STORE = `
  with change as (select * from jsonb_to_recordset($1::jsonb) as change (${CHANGE_COLUMNS})),
  gone as (delete from documents where path in (select path from change where data is null)),
  head as (
    insert into tree_head as head (root_domain_id, seq, n)
    select root_domain_id, 1, count(*) from change group by root_domain_id order by root_domain_id
    on conflict (root_domain_id) do update set seq = head.seq + 1, n = excluded.n
    returning root_domain_id, seq
  ),
  written as (
    insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, holder_path, created_at, updated_at, version)
    select root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, holder_path, created_at, updated_at, nextval('document_version')
    from change where data is not null
    on conflict (path) do update set root_domain_id = excluded.root_domain_id, data = excluded.data, domain_ids = excluded.domain_ids,
      shared_with = excluded.shared_with, holder_path = excluded.holder_path, updated_at = excluded.updated_at, version = excluded.version
    returning path, version
  )
  insert into document_changes (root_domain_id, seq, n, path, collection, parent_path, before, after, author, at)
  select change.root_domain_id, head.seq, row_number() over (partition by change.root_domain_id), change.path, change.collection,
    change.parent_path, change.before, change.after || jsonb_build_object('version', written.version::text), $2, $3
  from change join head on head.root_domain_id = change.root_domain_id left join written on written.path = change.path
  order by 1, 3
  returning path, after ->> 'version' as version, root_domain_id as tree, seq`;

/** Numbers of a commit by tree of organisations. */
export type CommitNumbers = ReadonlyMap<string, bigint>;

type StoredChanges = {
  /** Stored documents by path, with their new versions. */
  readonly rows: ReadonlyMap<string, PlacedRow>;
  readonly numbers: CommitNumbers;
};

export async function storeChanges(
  queries: Queries,
  changes: readonly RowChange[],
  at: Date,
  author: string | null,
): Promise<StoredChanges> {
  if (changes.length === 0) return { rows: new Map(), numbers: new Map() };
  const rows = changes.flatMap(({ before, after }) => {
    const row = after ?? before;
    return row ? [toColumns(row, before, after)] : [];
  });
  const stored = await queries.query<{
    path: string;
    version: string | null;
    tree: string;
    seq: string;
  }>({
    name: 'store_documents',
    text: STORE,
    values: [JSON.stringify(rows), author, at],
  });
  const versionByPath = new Map(stored.map(({ path, version }) => [path, version]));
  const written = new Map<string, PlacedRow>();
  for (const { after } of changes)
    if (after) written.set(after.path, { ...after, version: versionByPath.get(after.path) ?? '' });
  return {
    rows: written,
    numbers: new Map(stored.map(({ tree, seq }) => [tree, BigInt(seq)])),
  };
}

function toColumns(row: PlacedRow, before: PlacedRow | null, after: PlacedRow | null): object {
  return {
    root_domain_id: row.placement.rootDomainId,
    path: row.path,
    collection: row.collection,
    parent_path: row.parentPath,
    id: row.id,
    data: after && encodeFields(after.data, false),
    domain_ids: row.placement.domainIds,
    shared_with: row.placement.sharedWith,
    holder_path: holderPath(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    before: before && toRowImage(before),
    after: after && toRowImage(after),
  };
}
