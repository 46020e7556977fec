import { isFileSerial, ProblemError } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { isDeviceSql } from '../counted-sql.ts';
import { type PlacedRow, readRows } from '../document-row.ts';
import type { Invariant } from './commit-guard.ts';
import type { RowChange } from './unique-keys.ts';

type Counted = 'room' | 'device';
const LIMIT_NAMES: Readonly<Record<Counted, string>> = { room: 'rooms', device: 'devices' };
/** Archived and retired documents do not count until they return. */
const OUT_OF_USE: Readonly<Record<Counted, string>> = { room: 'archivedAt', device: 'retiredAt' };
/** Advisory lock class; document-locks.ts uses others. */
const LIMIT_CLASS = 72_660;

/**
 * Limits an organisation's rooms and devices to its contract, for every writer. Writes that add one
 * to the same organisation wait for each other. An organisation keeps what it had before its limit
 * was lowered. Serials of imported files are not devices, so imports neither reach the limit nor
 * are billed.
 */
export const enforceOrganisationLimits: Invariant = {
  on: { room: ['domainId', 'archivedAt'], device: ['domainId', 'retiredAt'] },
  check: async (batch, queries) => {
    for (const collection of ['room', 'device'] as const) {
      const written = batch.filter(
        ({ before, after }) =>
          (after ?? before)?.collection === collection && (after ?? before)?.parentPath === '',
      );
      const joined = written.flatMap(({ before, after }) =>
        countedIn(after) !== null && countedIn(after) !== countedIn(before)
          ? [countedIn(after) ?? '']
          : [],
      );
      // In order of their ids, to avoid deadlocks.
      for (const domainId of [...new Set(joined)].toSorted())
        await enforceLimit({ collection, domainId, written, batch, queries });
    }
  },
};

type Joining = {
  readonly collection: Counted;
  readonly domainId: string;
  readonly written: readonly RowChange[];
  readonly batch: readonly RowChange[];
  readonly queries: Queries;
};

async function enforceLimit({
  collection,
  domainId,
  written,
  batch,
  queries,
}: Joining): Promise<void> {
  if ((await readLimit(collection, domainId, batch, queries)) === null) return;
  await queries.query({
    name: 'lock_organisation_limit',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [LIMIT_CLASS, `${collection} ${domainId}`],
  });
  const limit = await readLimit(collection, domainId, batch, queries);
  const [others] = await queries.query<{ count: number }>({
    name: 'count_limited_documents',
    text: `select count(*)::int as count from documents where collection = $1 and parent_path = '' and data @> jsonb_build_object('domainId', $2::text)
      and coalesce(data -> $4::text, 'null') = 'null' and (collection <> 'device' or ${isDeviceSql('id')}) and path <> all($3)`,
    values: [
      collection,
      domainId,
      written.flatMap(({ before, after }) => (after ?? before)?.path ?? []),
      OUT_OF_USE[collection],
    ],
  });
  const staying = written.filter(({ after }) => countedIn(after) === domainId).length;
  if (limit === null || (others?.count ?? 0) + staying <= limit) return;
  if (collection === 'room') throw new ProblemError('room-limit-reached', { details: { limit } });
  throw new ProblemError('device-limit-reached', { details: { limit } });
}

/** Null if the contract sets no limit, or the organisation does not exist. */
async function readLimit(
  collection: Counted,
  domainId: string,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<number | null> {
  const path = `domain/${domainId}`;
  const change = batch.find(({ before, after }) => (after ?? before)?.path === path);
  const row = change === undefined ? (await readRows(queries, [path])).get(path) : change.after;
  const limits = row?.data['limits'];
  const limit =
    typeof limits === 'object' && limits !== null
      ? Object.entries(limits).find(([name]) => name === LIMIT_NAMES[collection])?.[1]
      : undefined;
  return typeof limit === 'number' ? limit : null;
}

function countedIn(row: PlacedRow | null): string | null {
  if (row === null || typeof row.data['domainId'] !== 'string') return null;
  if (row.collection === 'device' && isFileSerial(row.id)) return null;
  const field = row.collection === 'room' ? OUT_OF_USE.room : OUT_OF_USE.device;
  return (row.data[field] ?? null) === null ? row.data['domainId'] : null;
}
