import { domainCollection, utcOffsetMinutes } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { readRows } from '../../../core/documents/writing/document-locks.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import type { PlacedRow } from '../../../core/documents/document-row.ts';
import { figuresOfNight, isCorrectedNight } from './figures-of-night.ts';
import { dropFigures, putFigures, type RoomFigures } from './night-figures-store.ts';

/**
 * The figures that lists read are those of the night, whoever wrote it: analysis, table, simulation
 * or a correction.
 */
export const updateNightFigures: Invariant = {
  on: { sleep: 'any' },
  check: async (batch, queries) => {
    const written = batch.flatMap(({ after }) => (after?.collection === 'sleep' ? [after] : []));
    const gone = batch.flatMap(({ before, after }) =>
      before?.collection === 'sleep' && after === null ? [before] : [],
    );
    if (written.length + gone.length === 0) return;
    const counted = await countNights(queries, written);
    const bare = written.filter(
      (row) => !counted.some(({ roomId, night }) => roomId === roomOf(row) && night === row.id),
    );
    await dropFigures(
      queries,
      [...gone, ...bare].map((row) => ({ roomId: roomOf(row), night: row.id })),
    );
    await putFigures(queries, counted);
  },
};

/** Figures of those nights that are what a night has to be. */
export async function countNights(
  queries: Queries,
  rows: readonly PlacedRow[],
): Promise<RoomFigures[]> {
  const domainIds = [
    ...new Set(
      rows
        .filter(({ data }) => isCorrectedNight(data))
        .flatMap(({ placement }) => placement.domainIds.slice(0, 1)),
    ),
  ];
  const domains =
    domainIds.length === 0
      ? new Map<string, PlacedRow>()
      : await readRows(
          queries,
          domainIds.map((id) => `domain/${id}`),
        );
  return rows.flatMap((row): RoomFigures[] => {
    const { timeZone } = zoneFields.parse(
      domains.get(`domain/${row.placement.domainIds[0] ?? ''}`)?.data ?? {},
    );
    const figures = figuresOfNight(row.data, (at) => utcOffsetMinutes(at.getTime(), timeZone));
    // What lists find by is the name in the path; the field says the same by the unique key.
    return figures === null ? [] : [{ ...figures, night: row.id, roomId: roomOf(row) }];
  });
}

const zoneFields = domainCollection.schema.pick({ timeZone: true }).strip();
const roomOf = ({ parentPath }: PlacedRow): string => parentPath.slice('room/'.length);
