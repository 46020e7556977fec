import { ProblemError } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

/**
 * Invariant: documents in use are not deleted. That is an organisation with rooms, devices, members
 * or children, a view that an organisation or a room uses, and a device type with devices. Devices
 * out of use count too, because their recordings are read by their type.
 */
export const preventDeleteInUse: Invariant = {
  on: { domain: [], view: [], deviceType: [] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (before === null || after !== null || before.parentPath !== '') continue;
      if (before.collection === 'domain') {
        const count = await countUsers(before.id, DOMAIN_REFERENCES, batch, queries);
        if (count > 0) throw new ProblemError('domain-in-use', { details: { count } });
      }
      if (before.collection === 'view') {
        const count = await countUsers(before.id, VIEW_REFERENCES, batch, queries);
        if (count > 0) throw new ProblemError('view-in-use', { details: { count } });
      }
      if (before.collection === 'deviceType') {
        const count = await countUsers(before.id, TYPE_REFERENCES, batch, queries);
        if (count > 0) throw new ProblemError('device-type-in-use', { details: { count } });
      }
    }
  },
};

/** Collections, with the fields that refer to a document. */
type References = readonly (readonly [collection: string, field: string])[];
const DOMAIN_REFERENCES: References = [
  ['room', 'domainId'],
  ['device', 'domainId'],
  ['device', 'borrowedBy'],
  ['staff', 'domainId'],
  ['domain', 'parentDomainId'],
];
const VIEW_REFERENCES: References = [
  ['domain', 'defaultViewId'],
  ['room', 'viewId'],
];
const TYPE_REFERENCES: References = [['device', 'typeId']];

async function countUsers(
  id: string,
  users: References,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<number> {
  const written = batch.map(({ before, after }) => (after ?? before)?.path ?? '');
  let count = batch.filter(
    ({ after }) =>
      after !== null &&
      users.some(
        ([collection, field]) => after.collection === collection && after.data[field] === id,
      ),
  ).length;
  for (const [collection, field] of users) {
    const [others] = await queries.query<{ count: number }>({
      name: 'count_references',
      text: `select count(*)::int as count from documents where collection = $1 and parent_path = '' and data @> jsonb_build_object($2::text, $3::text) and path <> all($4)`,
      values: [collection, field, id, written],
    });
    count += others?.count ?? 0;
  }
  return count;
}
