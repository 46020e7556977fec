import { isMaker, query, type Actor } from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';

/** A member who was demoted, moved, promoted or added within this time counts as before. */
const SETTLED_MS = 7 * 24 * 60 * 60 * 1000;
/** More entries than these in a week may be an attempt to hide one, so they count as a peer. */
const MAX_ENTRIES = 200;

type Standing = { readonly accessLevel: number; readonly domainId: string };

/**
 * Whether the member is a peer of the actor: at the same level or above in the same organisation,
 * now or within the last week. Otherwise a manager could briefly demote or move a peer to get
 * access to the account. The maker's staff can access every organisation, so for them only the
 * level counts.
 */
export async function isRecentPeer(
  parts: Pick<RegistrationParts, 'store' | 'now'>,
  actor: Actor,
  member: ReadDocument,
): Promise<boolean> {
  const changed = await readRecentChanges(parts, member);
  if (changed === 'tooMany') return true;
  const domains = [
    member.data['domainId'],
    ...changed.flatMap(({ field, before }) => (field === 'domainId' ? [before] : [])),
  ];
  return (
    (isMaker(actor) || domains.includes(actor.domainId)) &&
    getHighestLevel(member, changed) >= actor.accessLevel
  );
}

/** Whether the user's level and organisation have been unchanged for a week. */
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
  const changed = await readRecentChanges(parts, member);
  return (
    changed !== 'tooMany' &&
    changed.every(({ field }) => field !== 'accessLevel' && field !== 'domainId')
  );
}

/** Whether the member is a peer now, without the history that `isRecentPeer` checks. */
export const isPeer = (actor: Actor, { accessLevel, domainId }: Standing): boolean =>
  accessLevel === actor.accessLevel && (isMaker(actor) || domainId === actor.domainId);

const getHighestLevel = (member: ReadDocument, changed: readonly Change[]): number =>
  Math.max(
    ...[
      member.data['accessLevel'],
      ...changed.flatMap(({ field, before }) => (field === 'accessLevel' ? [before] : [])),
    ].map((level) => (typeof level === 'number' ? level : 0)),
  );

type Change = { readonly field: unknown; readonly before: unknown };

/** Changes of the member's document within the last week. */
async function readRecentChanges(
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
      limit: MAX_ENTRIES,
    }),
  );
  if (entries.length === MAX_ENTRIES) return 'tooMany';
  return entries.flatMap(({ data }) =>
    (Array.isArray(data['changes']) ? data['changes'] : []).flatMap((change) =>
      isChange(change) ? [change] : [],
    ),
  );
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'field' in value && 'before' in value;
