import { isMaker, query, type Actor } from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';

/**
 * Whoever was lowered, moved, raised or let in within a week is taken for what they were before.
 */
const SETTLED_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * More changes than these in a week are no work but a way to push the one that counts out of sight.
 */
const MOST_ENTRIES = 200;

type Standing = { readonly accessLevel: number; readonly domainId: string };

/**
 * Whether a member whom somebody manages stands level with them: the same level in the same
 * organisation, today or within the last week, so that nobody lowers or moves a peer for a moment
 * to get at their account. The maker's reach everything from wherever they stand, so those of one
 * level are level in all of its organisations.
 */
export async function standsLevel(
  parts: Pick<RegistrationParts, 'store' | 'now'>,
  actor: Actor,
  member: ReadDocument,
): Promise<boolean> {
  const changed = await lately(parts, member);
  if (changed === 'tooMany') return true;
  const domains = [
    member.data['domainId'],
    ...changed.flatMap(({ field, before }) => (field === 'domainId' ? [before] : [])),
  ];
  return (
    (isMaker(actor) || domains.includes(actor.domainId)) &&
    highestOf(member, changed) >= actor.accessLevel
  );
}

/**
 * Whether somebody has been what they are for a week: who was let in or raised the other day is no
 * second opinion yet.
 */
export async function isSettled(
  parts: Pick<RegistrationParts, 'store' | 'now'>,
  userId: string,
): Promise<boolean> {
  const [member] = await parts.store.read([`staff/${userId}`]);
  if (
    member === null ||
    member === undefined ||
    member.createdAt.getTime() > parts.now().getTime() - SETTLED_MS
  )
    return false;
  const changed = await lately(parts, member);
  return (
    changed !== 'tooMany' &&
    changed.every(({ field }) => field !== 'accessLevel' && field !== 'domainId')
  );
}

/**
 * Of the same level in the same organisation, as things stand; what came before is asked when
 * something is done.
 */
export const isPeer = (actor: Actor, { accessLevel, domainId }: Standing): boolean =>
  accessLevel === actor.accessLevel && (isMaker(actor) || domainId === actor.domainId);

const highestOf = (member: ReadDocument, changed: readonly Change[]): number =>
  Math.max(
    ...[
      member.data['accessLevel'],
      ...changed.flatMap(({ field, before }) => (field === 'accessLevel' ? [before] : [])),
    ].map((level) => (typeof level === 'number' ? level : 0)),
  );

type Change = { readonly field: unknown; readonly before: unknown };

/** What people changed of a member's document within the last week. */
async function lately(
  { store, now }: Pick<RegistrationParts, 'store' | 'now'>,
  member: ReadDocument,
): Promise<Change[] | 'tooMany'> {
  const since = new Date(now().getTime() - SETTLED_MS).toISOString();
  const entries = await store.list(
    query.parse({
      collection: 'updateHistory',
      filters: [
        { field: ['path'], op: '==', value: member.path },
        { field: ['at'], op: '>', value: { $date: since } },
      ],
      orderBy: [{ field: ['at'], direction: 'desc' }],
      limit: MOST_ENTRIES,
    }),
  );
  if (entries.length === MOST_ENTRIES) return 'tooMany';
  return entries.flatMap(({ data }) =>
    (Array.isArray(data['changes']) ? data['changes'] : []).flatMap((change) =>
      isChange(change) ? [change] : [],
    ),
  );
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'field' in value && 'before' in value;
