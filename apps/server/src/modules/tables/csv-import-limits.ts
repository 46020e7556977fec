import { CSV_IMPORT_RETENTION_DAYS, ProblemError } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';

export type CsvImportLimits = {
  /** Maximum drafts of a member: tables that were begun but not started. */
  readonly drafts: number;
  /**
   * Maximum stored bytes of one table's cells: a file of 64 MiB plus field names.
   */
  readonly bytes: number;
  /** Maximum stored bytes of all tables of an organisation and those below it. */
  readonly organisationBytes: number;
};

/** Age after which a draft is abandoned and makes room for a new one. */
const DRAFT_LIFETIME_MS = 86_400_000;

/**
 * Rejects a draft beyond the member's limit. Other drafts of the member wait for this transaction.
 */
export async function enforceDraftLimit(
  queries: Queries,
  { ownerId, createdAt }: { readonly ownerId: string; readonly createdAt: Date },
  limits: CsvImportLimits,
): Promise<void> {
  await queries.query({
    name: 'lock_csv_drafts',
    text: `select pg_advisory_xact_lock(hashtextextended('csv-drafts ' || $1, 0))`,
    values: [ownerId],
  });
  await queries.query({
    name: 'delete_stale_csv_drafts',
    text: `delete from csv_imports where owner_id = $1 and state = 'draft' and created_at < $2`,
    values: [ownerId, new Date(createdAt.getTime() - DRAFT_LIFETIME_MS)],
  });
  const [row] = await queries.query<{ count: number }>({
    name: 'count_csv_drafts',
    text: `select count(*)::int as count from csv_imports where owner_id = $1 and state = 'draft'`,
    values: [ownerId],
  });
  if ((row?.count ?? 0) >= limits.drafts)
    throw new ProblemError('limit-csv-drafts', { details: { limit: limits.drafts } });
}

/** Rejects rows beyond the size limits of a table or of its organisation. */
export async function enforceSizeLimits(
  queries: Queries,
  key: ImportKey,
  limits: CsvImportLimits,
): Promise<void> {
  const [row] = await queries.query<{ table: number; all: number }>({
    name: 'sum_csv_bytes',
    text: `select coalesce(sum(bytes) filter (where import_id = $2), 0)::float8 as table, coalesce(sum(bytes), 0)::float8 as all from csv_imports where root_domain_id = $1`,
    values: [key.rootDomainId, key.importId],
  });
  if ((row?.table ?? 0) > limits.bytes)
    throw new ProblemError('limit-size-table', { details: { limit: mebibytes(limits.bytes) } });
  if ((row?.all ?? 0) > limits.organisationBytes)
    throw new ProblemError('limit-csv-kept', {
      details: { limit: mebibytes(limits.organisationBytes), days: CSV_IMPORT_RETENTION_DAYS },
    });
}

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Primary key of the import of a table. */
export type ImportKey = { readonly rootDomainId: string; readonly importId: string };
