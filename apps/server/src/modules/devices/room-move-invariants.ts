import { isPartOf, ProblemError, type OrganisationKind } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { type PlacedRow, readRows } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';
import { hasRecorded } from './prevent-delete-in-use.ts';

/**
 * Invariants of a room that moves to another organisation: no device of the old organisation is in
 * it, and a room with records moves only within the same house.
 */
export const checkRoomMoves: Invariant = {
  on: { room: ['domainId'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (before?.collection !== 'room' || before.parentPath !== '' || after === null) continue;
      const from = getDomainId(before);
      const to = getDomainId(after);
      if (from === to) continue;
      const count = await countForeignDevices(after, batch, queries);
      if (count > 0) throw new ProblemError('room-devices-in-use', { details: { count } });
      if (!(await isOneHouse(from, to, queries)) && (await hasRecords(before, queries)))
        throw new ProblemError('room-recorded-in-use');
    }
  },
};

/** Counts devices in the room that neither belong to its organisation nor are lent to it. */
async function countForeignDevices(
  room: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<number> {
  const written = batch.flatMap(({ before, after }) => (after ?? before)?.path ?? []);
  const [others] = await queries.query<{ count: number }>({
    name: 'count_foreign_devices_in_room',
    text: `select count(*)::int as count from documents where collection = 'device' and parent_path = '' and data @> jsonb_build_object('roomId', $1::text)
      and path <> all($2) and data->>'domainId' <> $3 and data->>'borrowedBy' is distinct from $3`,
    values: [room.id, written, getDomainId(room)],
  });
  const moved = batch.filter(
    ({ after }) =>
      after?.collection === 'device' &&
      after.data['roomId'] === room.id &&
      ![after.data['domainId'], after.data['borrowedBy']].includes(getDomainId(room)),
  );
  return (others?.count ?? 0) + moved.length;
}

/** Whether both organisations are parts of one house, without an agency between them. */
async function isOneHouse(from: string, to: string, queries: Queries): Promise<boolean> {
  const lineage = await readLineage(from, queries);
  const top = lineage.find(({ id }) => isPartOf(lineage, id));
  return top !== undefined && isPartOf(await readLineage(to, queries), top.id);
}

/** Reads the organisation and those above it, from the top down. */
async function readLineage(id: string, queries: Queries): Promise<OrganisationKind[]> {
  const domain = (await readRows(queries, [`domain/${id}`])).get(`domain/${id}`);
  const above = domain?.data['ancestorIds'];
  const ids = [...(Array.isArray(above) ? above : []), id].filter(
    (each) => typeof each === 'string',
  );
  const rows = await readRows(
    queries,
    ids.map((each) => `domain/${each}`),
  );
  return ids.map((each) => {
    const kind = rows.get(`domain/${each}`)?.data['kind'];
    return { id: each, kind: typeof kind === 'string' ? kind : '' };
  });
}

async function hasRecords(room: PlacedRow, queries: Queries): Promise<boolean> {
  const below = await queries.query({
    name: 'check_room_has_documents',
    text: 'select 1 from documents where parent_path = $1 limit 1',
    values: [room.path],
  });
  return below.length > 0 || hasRecorded(room, queries);
}

const getDomainId = ({ data }: PlacedRow): string =>
  typeof data['domainId'] === 'string' ? data['domainId'] : '';
