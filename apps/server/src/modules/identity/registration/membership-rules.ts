import { ACCESS_LEVELS, domainCollection, ProblemError } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { type PlacedRow, readRows } from '../../../core/documents/document-row.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../../core/documents/writing/unique-keys.ts';
import { lockRegistration } from './organisations.ts';

/** The top levels of their organisations; without such a member, no one could add members. */
export const TOP_LEVELS: readonly number[] = [
  ACCESS_LEVELS.ownerAdministrator,
  ACCESS_LEVELS.agencyAdmin,
];
export const isTopLevel = (accessLevel: number): boolean => TOP_LEVELS.includes(accessLevel);

/**
 * Invariants of membership: an organisation has at most as many members as its limit, and the last
 * owner cannot leave, be demoted or be suspended. Concurrent changes of an organisation are
 * serialised.
 */
export const checkMembership: Invariant = {
  on: { staff: ['domainId', 'accessLevel', 'state'] },
  check: async (batch, queries) => {
    const members = batch.filter(({ before, after }) => (after ?? before)?.collection === 'staff');
    const domainIds = new Set(
      members.flatMap(({ before, after }) =>
        [getDomainId(before), getDomainId(after)].filter((id) => id !== null),
      ),
    );
    // Lock in a fixed order to avoid deadlocks.
    for (const domainId of [...domainIds].toSorted()) {
      const joins = members.some(
        ({ before, after }) => getDomainId(after) === domainId && getDomainId(before) !== domainId,
      );
      const emptied = TOP_LEVELS.filter((level) =>
        members.some(
          ({ before, after }) => isAt(before, domainId, level) && !isAt(after, domainId, level),
        ),
      );
      if (joins || emptied.length > 0)
        await checkOrganisation(domainId, { joins, emptied, members, batch, queries });
    }
  },
};

type Changes = {
  readonly joins: boolean;
  /** Top levels that a member leaves. */
  readonly emptied: readonly number[];
  readonly members: readonly RowChange[];
  readonly batch: readonly RowChange[];
  readonly queries: Queries;
};

async function checkOrganisation(
  domainId: string,
  { joins, emptied, members, batch, queries }: Changes,
): Promise<void> {
  const organisation = await readOrganisation(domainId, batch, queries);
  // A missing organisation, or one that the same batch deletes, needs no owner.
  if (organisation === null) return;
  const { name, limits } = organisation;
  if (emptied.length === 0 && limits === undefined) return;
  await lockRegistration(queries, domainId);
  const changed = members.flatMap(({ before, after }) => (after ?? before)?.path ?? []);
  const others = await readOtherMembers(domainId, changed, queries);
  const staying = members.filter(({ after }) => getDomainId(after) === domainId).length;
  if (joins && limits !== undefined && others.length + staying > limits.members)
    throw new ProblemError('member-limit-reached', {
      details: { organisation: name, limit: limits.members },
    });
  for (const level of emptied) {
    const left =
      others.some((other) => other.active && other.level === level) ||
      members.some(({ after }) => isAt(after, domainId, level));
    if (!left) throw new ProblemError('owner-last', { details: { organisation: name } });
  }
}

async function readOrganisation(domainId: string, batch: readonly RowChange[], queries: Queries) {
  const path = `domain/${domainId}`;
  const written = batch.find(({ before, after }) => (after ?? before)?.path === path);
  const row = written === undefined ? (await readRows(queries, [path])).get(path) : written.after;
  return row === null || row === undefined
    ? null
    : (domainCollection.schema.safeParse(row.data).data ?? null);
}

/** The stored members without those in the batch; read while holding the lock. */
const readOtherMembers = (
  domainId: string,
  changed: readonly string[],
  queries: Queries,
): Promise<{ level: number | null; active: boolean }[]> =>
  queries.query({
    name: 'list_other_members',
    text: `select (data->>'accessLevel')::int as level, coalesce(data->>'state' = 'active', false) as active
    from documents where collection = 'staff' and domain_ids @> array[$1] and path <> all($2)`,
    values: [domainId, changed],
  });

const getDomainId = (row: PlacedRow | null): string | null =>
  typeof row?.data['domainId'] === 'string' ? row.data['domainId'] : null;
const isAt = (row: PlacedRow | null, domainId: string, level: number): boolean =>
  getDomainId(row) === domainId &&
  row?.data['accessLevel'] === level &&
  row.data['state'] === 'active';
