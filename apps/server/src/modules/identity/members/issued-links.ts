import { mayManageStaff, type Actor } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import type { Invariant } from '../../../core/documents/writing/commit-guard.ts';

/**
 * The manager who issued a link for a new password, and the member's level and organisation then.
 */
export type Giver = {
  readonly userId: string;
  readonly accessLevel: number;
  readonly domainId: string;
};

/**
 * Whether an issued link is still valid: its giver still manages the member, whose level and
 * organisation are unchanged.
 */
export function isLinkValid(
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
 * Voids issued links when the member's level, organisation or state changes: a link for a carer
 * must not open an owner's account. It runs in the transaction of the change, so that a concurrent
 * use of the link cannot slip through.
 */
export const voidIssuedLinks = (now: () => Date): Invariant => ({
  on: { staff: ['accessLevel', 'domainId', 'state'] },
  check: async (batch, queries: Queries) => {
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
      name: 'void_given_links',
      text: 'update mailed_link set used_at = $2 where user_id = any($1) and given_by is not null and used_at is null',
      values: [changed, now()],
    });
  },
});
