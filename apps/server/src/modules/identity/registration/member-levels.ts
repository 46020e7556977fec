import { domainCollection, isLevelAllowed, ProblemError, type DocumentData } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { type PlacedRow, readRows } from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../../core/documents/writing/unique-keys.ts';

/**
 * Invariant: a member's level must exist in the kind of their organisation. An owner's level in an
 * agency, for example, would give access to all its customers. Checked when a member is added,
 * moved or changes level, and when an organisation changes kind. Existing members with other levels
 * may still be renamed and removed.
 */
export const checkDomainLevels: Invariant = {
  on: { staff: ['accessLevel', 'domainId'], domain: ['kind'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (
        after?.collection === 'staff' &&
        !(sameField(before, after, 'accessLevel') && sameField(before, after, 'domainId'))
      )
        await checkMember(after, batch, queries);
      if (after?.collection === 'domain' && !sameField(before, after, 'kind'))
        await checkMembers(after, batch, queries);
    }
  },
};

async function checkMember(
  member: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const domainId = getText(member, 'domainId');
  const path = `domain/${domainId ?? ''}`;
  const written = findChange(path, batch);
  const row = written === undefined ? (await readRows(queries, [path])).get(path) : written.after;
  // Without an organisation there is no kind. Creating the organisation checks its members.
  if (row) checkLevel(getLevel(member), row);
}

async function checkMembers(
  domain: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const members = await queries.query<{ path: string; level: number }>({
    name: 'read_member_levels',
    text: "select path, (data->>'accessLevel')::int as level from documents where collection = 'staff' and domain_ids @> array[$1]",
    values: [domain.id],
  });
  for (const { path, level } of members)
    if (findChange(path, batch) === undefined) checkLevel(level, domain);
  for (const { after } of batch)
    if (after?.collection === 'staff' && getText(after, 'domainId') === domain.id)
      checkLevel(getLevel(after), domain);
}

function checkLevel(level: number | null, domain: PlacedRow): void {
  const organisation: DocumentData<'domain'> | undefined = domainCollection.schema.safeParse(
    domain.data,
  ).data;
  if (organisation === undefined || level === null || isLevelAllowed(level, organisation.kind))
    return;
  throw new ProblemError('member-level-refused', { details: { organisation: organisation.name } });
}

const findChange = (path: string, batch: readonly RowChange[]): RowChange | undefined =>
  batch.find(({ before, after }) => (after ?? before)?.path === path);
const sameField = (before: PlacedRow | null, after: PlacedRow, field: string): boolean =>
  before !== null && before.data[field] === after.data[field];
const getText = (row: PlacedRow, field: string): string | null =>
  typeof row.data[field] === 'string' ? row.data[field] : null;
const getLevel = (row: PlacedRow): number | null =>
  typeof row.data['accessLevel'] === 'number' ? row.data['accessLevel'] : null;
