import { mayManageStaff, type Actor } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';

/** Who gave a link to a new password, and who its member was then. */
export type Giver = {
  readonly userId: string;
  readonly accessLevel: number;
  readonly domainId: string;
};

/**
 * Whether a link is still worth what it was: its giver manages the member today, who has the level
 * and organisation of that time.
 */
export function givenLinkStands(
  giver: Giver,
  actor: Actor | null,
  member: ReadDocument | null,
): boolean {
  if (actor === null || member === null || actor.userId === member.id) return false;
  const { accessLevel, domainId, state } = member.data;
  return (
    accessLevel === giver.accessLevel &&
    domainId === giver.domainId &&
    state === 'active' &&
    mayManageStaff(actor, member)
  );
}

/**
 * Links to a new password that somebody gave fall as soon as the member's level, organisation or
 * state changes, whoever changes it: a link that was given for a carer must not open an owner. In
 * the same transaction, so that of a use and a rise at one instant the later one finds the link as
 * the earlier one left it.
 */
export const voidGivenLinks =
  (now: () => Date): Invariant =>
  async (batch, queries: Queries) => {
    const changed = batch.flatMap(({ before, after }) => {
      if (before?.collection !== 'staff') return [];
      return after === null ||
        ['accessLevel', 'domainId', 'state'].some(
          (field) => before.data[field] !== after.data[field],
        )
        ? [before.id]
        : [];
    });
    if (changed.length === 0) return;
    await queries.query({
      name: 'given-links-void',
      text: 'update mailed_link set used_at = $2 where user_id = any($1) and given_by is not null and used_at is null',
      values: [changed, now()],
    });
  };
