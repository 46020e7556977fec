import {
  readQuery,
  type Collection,
  type DocumentValue,
  type Query,
  type Visibility,
  type Write,
  EVERYTHING,
  isVisible,
  parseDocumentPath,
  ProblemError,
  runQuery,
  type DocumentQuery,
} from '@yamori/domain';
import type { Database, Queries } from '../database/database.ts';
import type { Bus } from '../messaging/bus.ts';
import type { Author, Invariant, PermissionCheck } from './writing/commit-guard.ts';
import { commitWrites, recordActs, type Recorded } from './writing/document-commit.ts';
import {
  type DocumentColumns,
  type PlacedRow,
  readRows,
  ROW_COLUMNS,
  rowFromColumns,
} from './document-row.ts';
import { DOCUMENTS_CHANGED, encodeWakeUp } from './change-feed.ts';
import { DEFAULT_DOCUMENT_LIMITS, type DocumentLimits } from './document-limits.ts';
import {
  createPresentation,
  type DocumentLog,
  type Presentation,
  type ReadDocument,
} from './document-presentation.ts';
import { planQuery } from './querying/query-sql.ts';
import { bindUsed } from './querying/sql-parameters.ts';
import { keyText } from './writing/unique-keys.ts';

export type DocumentStoreOptions = {
  readonly database: Database;
  readonly bus: Bus;
  readonly collections: Readonly<Record<string, Collection>>;
  readonly clock: () => Date;
  readonly log: DocumentLog;
  readonly limits?: DocumentLimits;
  readonly invariants?: readonly Invariant[];
  /** Default: no check, where there are no accounts. */
  readonly recheckPermissions?: PermissionCheck;
  /** Whether changes by members are recorded in `updateHistory`. */
  readonly records?: boolean;
};

/** Visibility, applied by the database so that pages stay full. */
type Scope = { readonly visibility: Visibility };

/**
 * All documents without access rules; `DocumentAccess` applies those to the requests of members.
 */
export type DocumentStore = {
  readonly read: (paths: readonly string[]) => Promise<(ReadDocument | null)[]>;
  /** Without a limit, rejects results of more than `scannedDocuments`. */
  readonly list: (query: Query, scope?: Scope) => Promise<ReadDocument[]>;
  readonly count: (query: Query, scope?: Scope) => Promise<number>;
  /**
   * Finds the document by the values of its unique key, by field name; `parentPath` for a
   * sub-collection.
   */
  readonly findByKey: (
    collection: string,
    key: Readonly<Record<string, DocumentValue>>,
    parentPath?: string,
  ) => Promise<ReadDocument | null>;
  /**
   * Commits all writes or none. Returns one document per write; null for deletions and
   * verifications.
   */
  readonly commit: (writes: readonly Write[], author: Author) => Promise<(ReadDocument | null)[]>;
  /**
   * Records acts on data outside the documents in the update history. Call it last in the caller's
   * transaction.
   */
  readonly recordActs: (queries: Queries, recorded: Recorded) => Promise<void>;
  /**
   * Reads the rows of a validated query in the caller's transaction, without checking them against
   * the schema.
   */
  readonly rows: (
    query: DocumentQuery,
    visibility: Visibility,
    queries: Queries,
    atMost: number,
  ) => Promise<PlacedRow[]>;
  readonly presentation: Presentation;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly limits: DocumentLimits;
};

const NO_ACCOUNTS: PermissionCheck = async () => undefined;

export function createDocumentStore(options: DocumentStoreOptions): DocumentStore {
  const { database, bus, clock, log } = options;
  const limits = options.limits ?? DEFAULT_DOCUMENT_LIMITS;
  const collections: ReadonlyMap<string, Collection> = new Map(Object.entries(options.collections));
  const presentation = createPresentation(collections, log);
  const rows: DocumentStore['rows'] = (query, visibility, queries, atMost) =>
    selectRows(queries, query, visibility, findCollection(collections, query), atMost);

  return {
    presentation,
    collections,
    limits,
    rows,
    read: async (paths) => {
      const checked = paths.map((path) => parseDocumentPath(path).path);
      const found = await readRows(database, checked);
      return checked.map((path) => {
        const row = found.get(path);
        return row ? presentation.check(row) : null;
      });
    },
    list: async (query, scope) =>
      (
        await rows(
          readQuery(query),
          scope?.visibility ?? EVERYTHING,
          database,
          limits.scannedDocuments,
        )
      ).map(presentation.check),
    count: (query, scope) =>
      countRows(database, readQuery(query), scope?.visibility ?? EVERYTHING, collections, limits),
    findByKey: async (name, key, parentPath = '') => {
      const fields = collections.get(name)?.uniqueKey;
      const text = fields ? keyText(fields, key) : null;
      if (text === null) throw new ProblemError('collection-without-key', { place: name });
      const [found] = await database.query<DocumentColumns>({
        name: 'find_document_of_key',
        text: `select ${ROW_COLUMNS} from documents where path = (select path from document_keys where collection = $1 and parent_path = $2 and key_values = $3)`,
        values: [name, parentPath, text],
      });
      return found ? presentation.check(rowFromColumns(found)) : null;
    },
    recordActs: (queries, recorded) =>
      recordActs({ records: options.records ?? false, clock }, queries, recorded),
    commit: async (writes, author) => {
      const { rows: stored, numbers } = await commitWrites(
        {
          database,
          collections,
          clock,
          limits,
          invariants: options.invariants ?? [],
          records: options.records ?? false,
          recheckPermissions: options.recheckPermissions ?? NO_ACCOUNTS,
        },
        writes,
        author,
      );
      if (numbers.size > 0) bus.publish(DOCUMENTS_CHANGED, encodeWakeUp(numbers));
      return stored.map((row) => (row ? presentation.check(row) : null));
    },
  };
}

function findCollection(
  collections: ReadonlyMap<string, Collection>,
  query: DocumentQuery,
): Collection {
  const names = query.collection.split('/');
  const collection = collections.get(names.at(-1) ?? '');
  const parent = query.group ? collection?.parent : (names.at(-3) ?? null);
  if (!collection || collection.parent !== parent)
    throw new ProblemError('collection-unknown', { place: query.collection });
  return collection;
}

async function selectRows(
  queries: Queries,
  query: DocumentQuery,
  visibility: Visibility,
  collection: Collection,
  atMost: number,
): Promise<PlacedRow[]> {
  const plan = planQuery(query, visibility, collection);
  const inSql = plan.exact
    ? ` order by ${plan.orderBy} offset ${query.offset} limit ${Math.min(query.limit ?? atMost + 1, atMost + 1)}`
    : ` limit ${atMost + 1}`;
  const columns = await queries.query<DocumentColumns>(
    bindUsed(`select ${ROW_COLUMNS} from documents where ${plan.where}${inSql}`, plan.parameters),
  );
  if (columns.length > atMost)
    throw new ProblemError('query-too-wide', {
      place: query.collection,
      details: { limit: atMost },
    });
  const rows = columns.map(rowFromColumns);
  return plan.exact ? rows : finishInMemory(query, visibility, rows);
}

function finishInMemory(
  query: DocumentQuery,
  visibility: Visibility,
  rows: readonly PlacedRow[],
): PlacedRow[] {
  const byPath = new Map(
    rows.filter((row) => isVisible(row, visibility)).map((row) => [row.path, row]),
  );
  return runQuery({ ...query, select: null }, byPath.values()).flatMap(
    ({ path }) => byPath.get(path) ?? [],
  );
}

async function countRows(
  queries: Queries,
  query: DocumentQuery,
  visibility: Visibility,
  collections: ReadonlyMap<string, Collection>,
  limits: DocumentLimits,
): Promise<number> {
  const collection = findCollection(collections, query);
  const plan = planQuery(query, visibility, collection);
  if (!plan.exact)
    return (await selectRows(queries, query, visibility, collection, limits.scannedDocuments))
      .length;
  const [row] = await queries.query<{ count: number }>(
    bindUsed(`select count(*)::int as count from documents where ${plan.where}`, plan.parameters),
  );
  const remaining = Math.max((row?.count ?? 0) - query.offset, 0);
  return query.limit === null ? remaining : Math.min(remaining, query.limit);
}
