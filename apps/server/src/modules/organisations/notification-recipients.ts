import { domainCollection, ProblemError, type EscalationGroup } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

/**
 * Invariant: new recipients of alarm notifications are members of the organisation or of one above
 * it, because a notification names a room and an event. Former members stay in the group but
 * receive no notifications.
 */
export const checkRecipients: Invariant = {
  on: { domain: ['escalation'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (after?.collection !== 'domain' || after.parentPath !== '') continue;
      const known = new Set(
        before === null ? [] : parseGroups(before).flatMap(({ userIds }) => userIds),
      );
      const groups = parseGroups(after);
      const added = [...new Set(groups.flatMap(({ userIds }) => userIds))].filter(
        (userId) => !known.has(userId),
      );
      if (added.length === 0) continue;
      const members = await readMembers(
        [
          after.id,
          ...domainCollection.schema.shape.ancestorIds.catch([]).parse(after.data['ancestorIds']),
        ],
        added,
        batch,
        queries,
      );
      const at = groups.findIndex(({ userIds }) =>
        userIds.some((userId) => added.includes(userId) && !members.has(userId)),
      );
      if (at >= 0)
        throw new ProblemError('document-invalid', {
          place: after.path,
          issues: [{ field: `escalation.${at}.userIds`, code: 'value-wrong' }],
        });
    }
  },
};

const parseGroups = ({ data }: PlacedRow): readonly EscalationGroup[] =>
  domainCollection.schema.shape.escalation.catch([]).parse(data['escalation']);

async function readMembers(
  domainIds: readonly string[],
  userIds: readonly string[],
  batch: readonly RowChange[],
  queries: Queries,
): Promise<ReadonlySet<string>> {
  const rows = await queries.query<{ id: string }>({
    name: 'list_allowed_recipients',
    text: "select id from documents where collection = 'staff' and parent_path = '' and id = any($1) and data->>'domainId' = any($2)",
    values: [userIds, domainIds],
  });
  const members = new Set(rows.map(({ id }) => id));
  // The batch is not stored yet, and may create, move or delete members itself.
  for (const { before, after } of batch) {
    const row = after ?? before;
    if (row?.collection !== 'staff') continue;
    if (after !== null && domainIds.some((id) => id === after.data['domainId']))
      members.add(row.id);
    else members.delete(row.id);
  }
  return members;
}
