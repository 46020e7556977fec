import { isFileSerial, refuse } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { isDeviceSql } from '../counted-sql.ts';
import type { PlacedRow } from '../document-row.ts';
import type { Invariant } from './commit-guard.ts';
import { readRows } from './document-locks.ts';
import type { RowChange } from './unique-keys.ts';

type Counted = 'room' | 'device';
const LIMIT_OF: Readonly<Record<Counted, string>> = { room: 'rooms', device: 'devices' };
/** What is out of use counts no more, and counts again when it comes back. */
const OUT_OF_USE: Readonly<Record<Counted, string>> = { room: 'archivedAt', device: 'retiredAt' };
/** Any fixed class that no other advisory lock of ours has (document-locks.ts). */
const LIMIT_CLASS = 72_660;

/**
 * An organisation has no more rooms and devices than its contract names, whoever writes them and
 * however they come to it. Those who bring one into the same organisation wait for each other. What
 * it had before its limit was lowered, it keeps. What stands for a file is no device: nobody who
 * imports recordings comes to the end of a contract by it, and nobody is billed for it.
 * @throws ProblemError `room-limit-reached`, `device-limit-reached`
 */
export const keepOrganisationLimits: Invariant = async (batch, queries) => {
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
    // In the order of their ids, so that no two wait for each other.
    for (const domainId of [...new Set(joined)].toSorted())
      await keepLimit({ collection, domainId, written, batch, queries });
  }
};

type Joining = {
  readonly collection: Counted;
  readonly domainId: string;
  readonly written: readonly RowChange[];
  readonly batch: readonly RowChange[];
  readonly queries: Queries;
};

async function keepLimit({
  collection,
  domainId,
  written,
  batch,
  queries,
}: Joining): Promise<void> {
  if ((await limitOf(collection, domainId, batch, queries)) === null) return;
  await queries.query({
    name: 'lock-limit',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [LIMIT_CLASS, `${collection} ${domainId}`],
  });
  const limit = await limitOf(collection, domainId, batch, queries);
  const [others] = await queries.query<{ count: number }>({
    name: 'limit-others',
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
  if (collection === 'room') throw refuse('room-limit-reached', { details: { limit } });
  throw refuse('device-limit-reached', { details: { limit } });
}

/** Null: the contract names none, or there is no such organisation. */
async function limitOf(
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
      ? Object.entries(limits).find(([name]) => name === LIMIT_OF[collection])?.[1]
      : undefined;
  return typeof limit === 'number' ? limit : null;
}

function countedIn(row: PlacedRow | null): string | null {
  if (row === null || typeof row.data['domainId'] !== 'string') return null;
  if (row.collection === 'device' && isFileSerial(row.id)) return null;
  const field = row.collection === 'room' ? OUT_OF_USE.room : OUT_OF_USE.device;
  return (row.data[field] ?? null) === null ? row.data['domainId'] : null;
}
