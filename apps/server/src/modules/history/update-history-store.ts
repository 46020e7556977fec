import type { Queries } from '../../core/database/database.ts';

export type StoredEntry = {
  readonly path: string;
  readonly data: Record<string, unknown>;
  /** By which it is found: what stands beside it in the table. */
  readonly placedId: string;
  readonly holder: string | null;
  readonly placedRoot: string;
  readonly placedIn: readonly string[];
  readonly placedWith: readonly string[];
  readonly placedAt: Date;
};

/** Where each tree's chain ends. */
export const readHeads = (queries: Queries): Promise<{ rootDomainId: string; hash: string }[]> =>
  queries.query<{ rootDomainId: string; hash: string }>({
    name: 'history-heads',
    text: 'select root_domain_id as "rootDomainId", hash from update_history_head',
  });

/** Entries of every tree in the order of their paths, after one of them. */
export const readEntries = (
  queries: Queries,
  after: string,
  limit: number,
): Promise<StoredEntry[]> =>
  queries.query<StoredEntry>({
    name: 'history-page',
    text: `select path, data, id as "placedId", holder_path as holder, root_domain_id as "placedRoot", domain_ids as "placedIn", shared_with as "placedWith", created_at as "placedAt"
    from documents where collection = 'updateHistory' and parent_path = '' and path > $1 order by path limit $2`,
    values: [after, limit],
  });

export type EntryStanding = {
  readonly path: string;
  readonly rootDomainId: string;
  readonly previousHash: string;
  readonly at: string | null;
};

/** Of the same entries in the same order what each stands on. */
export const readStandings = (
  queries: Queries,
  after: string,
  limit: number,
): Promise<EntryStanding[]> =>
  queries.query<EntryStanding>({
    name: 'history-standings',
    text: `select path, coalesce(data->>'rootDomainId', '') as "rootDomainId", coalesce(data->>'previousHash', '') as "previousHash", data->'at'->>'$date' as at
    from documents where collection = 'updateHistory' and parent_path = '' and path > $1 order by path limit $2`,
    values: [after, limit],
  });
