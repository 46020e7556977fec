import {
  CSV_IMPORT_RETENTION_DAYS,
  CSV_OUTCOMES,
  csvImportApi,
  type BeginCsvImportCall,
  type CsvCells,
  type CsvImport,
  type CsvOutcome,
  type Problem,
} from '@yamori/domain';
import { z } from 'zod';
import type { Queries } from '../../core/database/database.ts';
import type { ImportKey } from './csv-import-limits.ts';
import { decodeChanges, encodeChanges, type FieldChange } from './field-changes.ts';

/** A stored import of a table. */
export type StoredImport = {
  readonly rootDomainId: string;
  readonly importId: string;
  readonly ownerId: string;
  readonly domainId: string;
  readonly kind: CsvImport['kind'];
  readonly fileName: string;
  readonly language: BeginCsvImportCall['language'];
  readonly state: CsvImport['state'];
  readonly existing: 'update' | 'skip';
  readonly error: string | null;
  readonly createdAt: Date;
};

const COLUMNS = `root_domain_id as "rootDomainId", import_id as "importId", owner_id as "ownerId", domain_id as "domainId", kind, file_name as "fileName", language, state, existing, error,
  created_at as "createdAt"`;
const DAY_MS = 86_400_000;
const MAX_LISTED = 20;

/** Inserts an import unless it exists. */
export async function insertImport(
  queries: Queries,
  fresh: Omit<StoredImport, 'state' | 'existing' | 'error'>,
): Promise<void> {
  await queries.query({
    name: 'insert_csv_import',
    text: `insert into csv_imports (root_domain_id, import_id, owner_id, domain_id, kind, file_name, language, state, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, 'draft', $8, $9) on conflict do nothing`,
    values: [
      fresh.rootDomainId,
      fresh.importId,
      fresh.ownerId,
      fresh.domainId,
      fresh.kind,
      fresh.fileName,
      fresh.language,
      fresh.createdAt,
      new Date(fresh.createdAt.getTime() + CSV_IMPORT_RETENTION_DAYS * DAY_MS),
    ],
  });
}

export async function findImport(queries: Queries, importId: string): Promise<StoredImport | null> {
  const [row] = await queries.query<StoredImport>({
    name: 'find_csv_import',
    text: `select ${COLUMNS} from csv_imports where import_id = $1`,
    values: [importId],
  });
  return row ?? null;
}

/** Lists an owner's imports, newest first, without drafts. */
export const listImports = (queries: Queries, ownerId: string): Promise<StoredImport[]> =>
  queries.query<StoredImport>({
    name: 'list_csv_imports',
    text: `select ${COLUMNS} from csv_imports where owner_id = $1 and state <> 'draft' order by created_at desc limit $2`,
    values: [ownerId, MAX_LISTED],
  });

/** Changes the state if it is one of `from`; returns whether it did. */
export async function moveState(
  queries: Queries,
  key: ImportKey,
  from: readonly StoredImport['state'][],
  to: StoredImport['state'],
  error: string | null = null,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'move_csv_import',
    text: 'update csv_imports set state = $4, error = $5 where root_domain_id = $1 and import_id = $2 and state = any($3) returning import_id',
    values: [key.rootDomainId, key.importId, [...from], to, error],
  });
  return rows.length > 0;
}

export async function setExisting(
  queries: Queries,
  key: ImportKey,
  existing: StoredImport['existing'],
): Promise<void> {
  await queries.query({
    name: 'update_csv_existing',
    text: 'update csv_imports set existing = $3 where root_domain_id = $1 and import_id = $2',
    values: [key.rootDomainId, key.importId, existing],
  });
}

/** Locks the import, so that rows cannot arrive while another request starts it. */
export const lockImport = (
  queries: Queries,
  key: ImportKey,
): Promise<{ state: StoredImport['state'] }[]> =>
  queries.query<{ state: StoredImport['state'] }>({
    name: 'lock_csv_import',
    text: 'select state from csv_imports where root_domain_id = $1 and import_id = $2 for update',
    values: [key.rootDomainId, key.importId],
  });

export async function presentImport(queries: Queries, stored: StoredImport): Promise<CsvImport> {
  const rows = await queries.query<{ outcome: string | null; count: number }>({
    name: 'count_csv_outcomes',
    text: 'select outcome, count(*)::int as count from csv_rows where root_domain_id = $1 and import_id = $2 group by outcome',
    values: [stored.rootDomainId, stored.importId],
  });
  const getCount = (outcome: string | null): number =>
    rows.find((row) => row.outcome === outcome)?.count ?? 0;
  const { importId, kind, domainId, fileName, state, error, createdAt } = stored;
  return csvImportApi.find.reply.shape.import.parse({
    importId,
    kind,
    domainId,
    fileName,
    state,
    error,
    createdAt: createdAt.toISOString(),
    counts: {
      total: rows.reduce((sum, { count }) => sum + count, 0),
      waiting: getCount(null),
      outcomes: Object.fromEntries(CSV_OUTCOMES.map((outcome) => [outcome, getCount(outcome)])),
    },
  });
}

export type StoredRow = { readonly row: number; readonly cells: CsvCells };
export type NewRow = StoredRow & { readonly key: string | null };

/** Stores rows of the file and counts their bytes. Existing rows do not change. */
export async function insertRows(
  queries: Queries,
  key: ImportKey,
  rows: readonly NewRow[],
): Promise<void> {
  await queries.query({
    name: 'insert_csv_rows',
    text: `with kept as (
        insert into csv_rows (root_domain_id, import_id, row_number, cells, row_key)
        select $1, $2, row, cells, key from jsonb_to_recordset($3::jsonb) as fresh (row int, cells jsonb, key text) on conflict do nothing returning pg_column_size(cells) as size)
      update csv_imports set bytes = bytes + (select coalesce(sum(size), 0) from kept) where root_domain_id = $1 and import_id = $2`,
    values: [key.rootDomainId, key.importId, JSON.stringify(rows)],
  });
}

export async function countRows(queries: Queries, key: ImportKey): Promise<number> {
  const [row] = await queries.query<{ count: number }>({
    name: 'count_csv_rows',
    text: 'select count(*)::int as count from csv_rows where root_domain_id = $1 and import_id = $2',
    values: [key.rootDomainId, key.importId],
  });
  return row?.count ?? 0;
}

/** Returns the first row of the import for each of these keys. */
export async function firstRows(
  queries: Queries,
  key: ImportKey,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries.query<{ rowKey: string; first: number }>({
    name: 'find_first_csv_rows',
    text: `select row_key as "rowKey", min(row_number) as first from csv_rows
      where root_domain_id = $1 and import_id = $2 and row_key = any($3) and outcome is distinct from 'leftOut' group by row_key`,
    values: [key.rootDomainId, key.importId, [...keys]],
  });
  return new Map(rows.map(({ rowKey, first }) => [rowKey, first]));
}

/** Reads the next rows without an outcome. */
export const waitingRows = (
  queries: Queries,
  key: ImportKey,
  limit: number,
): Promise<StoredRow[]> =>
  queries.query<StoredRow>({
    name: 'list_waiting_csv_rows',
    text: 'select row_number as row, cells from csv_rows where root_domain_id = $1 and import_id = $2 and outcome is null order by row_number limit $3',
    values: [key.rootDomainId, key.importId, limit],
  });

export async function leaveOut(
  queries: Queries,
  key: ImportKey,
  rows: readonly number[],
): Promise<void> {
  await queries.query({
    name: 'leave_out_csv_rows',
    text: `update csv_rows set outcome = 'leftOut' where root_domain_id = $1 and import_id = $2 and row_number = any($3) and outcome is null`,
    values: [key.rootDomainId, key.importId, [...rows]],
  });
}

export type Became = {
  readonly row: number;
  readonly outcome: CsvOutcome;
  readonly problem?: Problem;
  readonly made?: string;
  readonly changes?: readonly FieldChange[];
  readonly secret?: Buffer;
};

/** Records outcomes of rows, in the transaction that produced them. */
export async function putOutcomes(
  queries: Queries,
  key: ImportKey,
  became: readonly Became[],
): Promise<void> {
  if (became.length === 0) return;
  await queries.query({
    name: 'update_csv_rows',
    text: `update csv_rows set outcome = b.outcome, problem = b.problem, made = coalesce(b.made, csv_rows.made), changes = coalesce(b.changes, csv_rows.changes), secret = decode(b.secret, 'base64')
      from jsonb_to_recordset($3::jsonb) as b (row int, outcome text, problem jsonb, made text, changes jsonb, secret text)
      where root_domain_id = $1 and import_id = $2 and row_number = b.row`,
    values: [
      key.rootDomainId,
      key.importId,
      JSON.stringify(
        became.map(({ changes, secret, ...one }) => ({
          ...one,
          ...(changes === undefined ? {} : { changes: encodeChanges(changes) }),
          secret: secret?.toString('base64') ?? null,
        })),
      ),
    ],
  });
}

/**
 * `made` is the path of the created or changed document, or the id of an invitation. `changes` is
 * null for a created document.
 */
export type MadeRow = StoredRow & {
  readonly made: string;
  readonly changes: readonly FieldChange[] | null;
};
/** Reads rows that have created or changed something and are not undone yet. */
export async function madeRows(
  queries: Queries,
  key: ImportKey,
  limit: number,
): Promise<MadeRow[]> {
  const rows = await queries.query<StoredRow & { made: string; changes: unknown }>({
    name: 'list_made_csv_rows',
    text: `select row_number as row, cells, made, changes from csv_rows
      where root_domain_id = $1 and import_id = $2 and outcome in ('new', 'changed') and made is not null order by row_number limit $3`,
    values: [key.rootDomainId, key.importId, limit],
  });
  return rows.map((row) => ({
    ...row,
    changes: row.changes === null ? null : decodeChanges(row.changes),
  }));
}

/** Finds invitations of these addresses by earlier imports of an organisation. */
export async function invitationsFor(
  queries: Queries,
  rootDomainId: string,
  domainId: string,
  emails: readonly string[],
): Promise<{ email: string; invitationId: string }[]> {
  return queries.query<{ email: string; invitationId: string }>({
    name: 'list_invited_csv_rows',
    text: `select r.row_key as email, r.made as "invitationId" from csv_rows r join csv_imports i using (root_domain_id, import_id)
      where r.root_domain_id = $1 and i.domain_id = $2 and i.kind = 'staff' and r.outcome = 'new' and r.row_key = any($3)`,
    values: [rootDomainId, domainId, [...emails]],
  });
}

const shownRow = z.object({
  row: z.number(),
  outcome: z.enum(CSV_OUTCOMES),
  problem: z.unknown(),
  cells: z.unknown(),
  secret: z.instanceof(Buffer).nullable(),
});
export const readOutcomeRows = async (
  queries: Queries,
  key: ImportKey,
  outcome: CsvOutcome,
  after: number,
  limit: number,
): Promise<z.infer<typeof shownRow>[]> =>
  z.array(shownRow).parse(
    await queries.query({
      name: 'read_csv_rows_page',
      text: `select row_number as row, outcome, problem, cells, secret from csv_rows
    where root_domain_id = $1 and import_id = $2 and outcome = $3 and row_number > $4 order by row_number limit $5`,
      values: [key.rootDomainId, key.importId, outcome, after, limit],
    }),
  );
