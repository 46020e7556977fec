import { refuse } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

/**
 * What others hang on is not deleted, whoever asks for it: an organisation with rooms, devices,
 * people or parts, a view that an organisation or a room is shown by, a type that a device is of,
 * though it may be out of use: what it recorded is read by it.
 * @throws ProblemError `domain-in-use`, `view-in-use`, `device-type-in-use`, each with how many
 * there are
 */
export const keepWhatIsUsed: Invariant = async (batch, queries) => {
  for (const { before, after } of batch) {
    if (before === null || after !== null || before.parentPath !== '') continue;
    if (before.collection === 'domain') {
      const count = await usersOf(before.id, DOMAIN_USERS, batch, queries);
      if (count > 0) throw refuse('domain-in-use', { details: { count } });
    }
    if (before.collection === 'view') {
      const count = await usersOf(before.id, VIEW_USERS, batch, queries);
      if (count > 0) throw refuse('view-in-use', { details: { count } });
    }
    if (before.collection === 'deviceType') {
      const count = await usersOf(before.id, TYPE_USERS, batch, queries);
      if (count > 0) throw refuse('device-type-in-use', { details: { count } });
    }
  }
};

/** Collections and the fields by which they hang on something. */
type Users = readonly (readonly [collection: string, field: string])[];
const DOMAIN_USERS: Users = [
  ['room', 'domainId'],
  ['device', 'domainId'],
  ['device', 'borrowedBy'],
  ['staff', 'domainId'],
  ['domain', 'parentDomainId'],
];
const VIEW_USERS: Users = [
  ['domain', 'defaultViewId'],
  ['room', 'viewId'],
];
const TYPE_USERS: Users = [['device', 'typeId']];

async function usersOf(
  id: string,
  users: Users,
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
      name: 'hanging-on',
      text: `select count(*)::int as count from documents where collection = $1 and parent_path = '' and data @> jsonb_build_object($2::text, $3::text) and path <> all($4)`,
      values: [collection, field, id, written],
    });
    count += others?.count ?? 0;
  }
  return count;
}
