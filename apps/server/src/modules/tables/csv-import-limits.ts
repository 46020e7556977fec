import { CSV_IMPORT_KEPT_DAYS, refuse } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { ImportKey } from './csv-import-key.ts';

export type CsvImportLimits = {
  /** Tables of a member that were begun and not started. */
  readonly drafts: number;
  /**
   * Of the cells of one table as they are kept: a whole file of 64 MiB with the names of its
   * fields.
   */
  readonly bytes: number;
  /** Of all tables that an organisation with those below it keeps. */
  readonly organisationBytes: number;
};

/** A draft of yesterday was left: it makes place for a new one. */
const DRAFT_LEFT_MS = 86_400_000;

/**
 * One more draft of a member; within a transaction, in which others of the member wait.
 * @throws ProblemError `limit-csv-drafts`
 */
export async function requirePlaceForDraft(
  queries: Queries,
  { ownerId, createdAt }: { readonly ownerId: string; readonly createdAt: Date },
  limits: CsvImportLimits,
): Promise<void> {
  await queries.query({
    name: 'csv-drafts-lock',
    text: `select pg_advisory_xact_lock(hashtextextended('csv-drafts ' || $1, 0))`,
    values: [ownerId],
  });
  await queries.query({
    name: 'csv-drafts-left',
    text: `delete from csv_imports where owner_id = $1 and state = 'draft' and created_at < $2`,
    values: [ownerId, new Date(createdAt.getTime() - DRAFT_LEFT_MS)],
  });
  const [row] = await queries.query<{ count: number }>({
    name: 'csv-drafts-count',
    text: `select count(*)::int as count from csv_imports where owner_id = $1 and state = 'draft'`,
    values: [ownerId],
  });
  if ((row?.count ?? 0) >= limits.drafts)
    throw refuse('limit-csv-drafts', { details: { limit: limits.drafts } });
}

/**
 * @throws ProblemError `limit-size-table`, `limit-csv-kept` where the rows that are kept are more
 * than a table, or its organisation, may hold
 */
export async function requireBytesInLimit(
  queries: Queries,
  key: ImportKey,
  limits: CsvImportLimits,
): Promise<void> {
  const [row] = await queries.query<{ table: number; all: number }>({
    name: 'csv-bytes',
    text: `select coalesce(sum(bytes) filter (where import_id = $2), 0)::float8 as table, coalesce(sum(bytes), 0)::float8 as all from csv_imports where root_domain_id = $1`,
    values: [key.rootDomainId, key.importId],
  });
  if ((row?.table ?? 0) > limits.bytes)
    throw refuse('limit-size-table', { details: { limit: mebibytes(limits.bytes) } });
  if ((row?.all ?? 0) > limits.organisationBytes)
    throw refuse('limit-csv-kept', {
      details: { limit: mebibytes(limits.organisationBytes), days: CSV_IMPORT_KEPT_DAYS },
    });
}

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
