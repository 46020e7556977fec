import type { Queries } from '../../core/database/database.ts';

export type StoredEntry = {
  readonly path: string;
  readonly data: Record<string, unknown>;
  /** The columns by which queries find it. */
  readonly placedId: string;
  readonly holder: string | null;
  readonly placedRoot: string;
  readonly placedIn: readonly string[];
  readonly placedWith: readonly string[];
  readonly placedAt: Date;
};

/** The head of each tree's chain. */
export const readHeads = (queries: Queries): Promise<{ rootDomainId: string; hash: string }[]> =>
  queries.query<{ rootDomainId: string; hash: string }>({
    name: 'list_history_heads',
    text: 'select root_domain_id as "rootDomainId", hash from update_history_head',
  });

/** Entries of all trees in path order, after `after`. */
export const readEntries = (
  queries: Queries,
  after: string,
  limit: number,
): Promise<StoredEntry[]> =>
  queries.query<StoredEntry>({
    name: 'read_history_page',
    text: `select path, data, id as "placedId", holder_path as holder, root_domain_id as "placedRoot", domain_ids as "placedIn", shared_with as "placedWith", created_at as "placedAt"
    from documents where collection = 'updateHistory' and parent_path = '' and path > $1 order by path limit $2`,
    values: [after, limit],
  });

export type ChainPosition = {
  readonly path: string;
  readonly rootDomainId: string;
  readonly previousHash: string;
  readonly at: string | null;
};

/** The chain positions of the same entries in the same order. */
export const readChainPositions = (
  queries: Queries,
  after: string,
  limit: number,
): Promise<ChainPosition[]> =>
  queries.query<ChainPosition>({
    name: 'list_history_hash_chain',
    text: `select path, coalesce(data->>'rootDomainId', '') as "rootDomainId", coalesce(data->>'previousHash', '') as "previousHash", data->'at'->>'$date' as at
    from documents where collection = 'updateHistory' and parent_path = '' and path > $1 order by path limit $2`,
    values: [after, limit],
  });
