import { domainCollection, fitsKind, refuse, type DataOf } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { PlacedRow } from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import { readRows } from '../../../core/documents/writing/document-locks.ts';
import type { RowChange } from '../../../core/documents/writing/unique-keys.ts';

/**
 * Nobody has a level that is not one of their organisation's kind, whoever writes it and by
 * whichever way they come: an owner's level in an agency would reach into all its customers. Asked
 * of who comes, moves or changes level, and of an organisation that becomes another kind. What
 * stood there before may be renamed and taken away.
 * @throws ProblemError `member-level-refused`, naming the organisation
 */
export const keepLevelsOfKind: Invariant = async (batch, queries) => {
  for (const { before, after } of batch) {
    if (
      after?.collection === 'staff' &&
      !(sameField(before, after, 'accessLevel') && sameField(before, after, 'domainId'))
    )
      await keepMember(after, batch, queries);
    if (after?.collection === 'domain' && !sameField(before, after, 'kind'))
      await keepMembersOf(after, batch, queries);
  }
};

async function keepMember(
  member: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const domainId = textOf(member, 'domainId');
  const path = `domain/${domainId ?? ''}`;
  const written = changeOf(path, batch);
  const row = written === undefined ? (await readRows(queries, [path])).get(path) : written.after;
  // A place that is not there is no place of a kind; whoever puts one there is asked about its
  // people.
  if (row) keepLevel(levelOf(member), row);
}

async function keepMembersOf(
  domain: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const members = await queries.query<{ path: string; level: number }>({
    name: 'member-levels',
    text: "select path, (data->>'accessLevel')::int as level from documents where collection = 'staff' and domain_ids @> array[$1]",
    values: [domain.id],
  });
  for (const { path, level } of members)
    if (changeOf(path, batch) === undefined) keepLevel(level, domain);
  for (const { after } of batch)
    if (after?.collection === 'staff' && textOf(after, 'domainId') === domain.id)
      keepLevel(levelOf(after), domain);
}

function keepLevel(level: number | null, domain: PlacedRow): void {
  const organisation: DataOf<'domain'> | undefined = domainCollection.schema.safeParse(
    domain.data,
  ).data;
  if (organisation === undefined || level === null || fitsKind(level, organisation.kind)) return;
  throw refuse('member-level-refused', { details: { organisation: organisation.name } });
}

const changeOf = (path: string, batch: readonly RowChange[]): RowChange | undefined =>
  batch.find(({ before, after }) => (after ?? before)?.path === path);
const sameField = (before: PlacedRow | null, after: PlacedRow, field: string): boolean =>
  before !== null && before.data[field] === after.data[field];
const textOf = (row: PlacedRow, field: string): string | null =>
  typeof row.data[field] === 'string' ? row.data[field] : null;
const levelOf = (row: PlacedRow): number | null =>
  typeof row.data['accessLevel'] === 'number' ? row.data['accessLevel'] : null;
