import { domainCollection, utcOffsetMinutes } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { type PlacedRow, readRows } from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import { computeNightFigures, isCorrectedNight } from './compute-night-figures.ts';
import { dropFigures, putFigures, type RoomFigures } from './night-figures-store.ts';

/**
 * Updates the figures in the same commit as the night, for every kind of writer: analysis, import,
 * simulation or correction.
 */
export const updateNightFigures: Invariant = {
  on: { sleep: 'any' },
  check: async (batch, queries) => {
    const written = batch.flatMap(({ after }) => (after?.collection === 'sleep' ? [after] : []));
    const deleted = batch.flatMap(({ before, after }) =>
      before?.collection === 'sleep' && after === null ? [before] : [],
    );
    if (written.length + deleted.length === 0) return;
    const counted = await computeFiguresByNight(queries, written);
    const invalid = written.filter(
      (row) => !counted.some(({ roomId, night }) => roomId === getRoomId(row) && night === row.id),
    );
    await dropFigures(
      queries,
      [...deleted, ...invalid].map((row) => ({ roomId: getRoomId(row), night: row.id })),
    );
    await putFigures(queries, counted);
  },
};

/** Computes the figures of all nights that pass their schema. */
export async function computeFiguresByNight(
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
    const figures = computeNightFigures(row.data, (at) => utcOffsetMinutes(at.getTime(), timeZone));
    // Lists search by the id in the path, which a unique key keeps equal to the `night` field.
    return figures === null ? [] : [{ ...figures, night: row.id, roomId: getRoomId(row) }];
  });
}

const zoneFields = domainCollection.schema.pick({ timeZone: true }).strip();
const getRoomId = ({ parentPath }: PlacedRow): string => parentPath.slice('room/'.length);
