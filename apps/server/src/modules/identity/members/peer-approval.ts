import { isMaker, mayManageStaff, query, ProblemError, type Actor } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { readMemberActor } from '../member-actor.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';

/** A member who was demoted, moved, promoted or added within this time counts as before. */
const SETTLED_MS = 7 * 24 * 60 * 60 * 1000;
/** More entries than these in a week may hide one, so the member then counts as a peer. */
const MAX_ENTRIES = 200;
const REQUEST_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Actions on a peer's account that need the approval of a second manager. */
export type JointAct = 'factorsReset' | 'passwordGiven';
export type ActRequest = {
  readonly userId: string;
  readonly act: JointAct;
  readonly askedBy: string;
  readonly expiresAt: Date;
};

type MemberScope = { readonly accessLevel: number; readonly domainId: string };

/**
 * Whether the member is a peer of the actor: at the same level or above in the same organisation,
 * now or within the last week. Otherwise a manager could briefly demote or move a peer to get
 * access to the account. The maker's staff can access every organisation, so for them only the
 * level counts.
 */
export async function isRecentPeer(
  context: Pick<RegistrationContext, 'store' | 'now'>,
  actor: Actor,
  member: ReadDocument,
): Promise<boolean> {
  const changed = await readRecentChanges(context, member);
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
async function isSettled(
  context: Pick<RegistrationContext, 'store' | 'now'>,
  userId: string,
): Promise<boolean> {
  const [member] = await context.store.read([`staff/${userId}`]);
  if (
    member === null ||
    member === undefined ||
    member.createdAt.getTime() > context.now().getTime() - SETTLED_MS
  )
    return false;
  const changed = await readRecentChanges(context, member);
  return (
    changed !== 'tooMany' &&
    changed.every(({ field }) => field !== 'accessLevel' && field !== 'domainId')
  );
}

/** Whether the member is a peer now, without the history that `isRecentPeer` checks. */
export const isPeer = (actor: Actor, { accessLevel, domainId }: MemberScope): boolean =>
  accessLevel === actor.accessLevel && (isMaker(actor) || domainId === actor.domainId);

export async function readRequests(
  queries: Queries,
  userIds: readonly string[],
  at: Date,
): Promise<ActRequest[]> {
  return queries.query<ActRequest>({
    name: 'list_act_requests',
    text: 'select user_id as "userId", act, asked_by as "askedBy", expires_at as "expiresAt" from member_act_request where user_id = any($1) and expires_at > $2',
    values: [[...userIds], at],
  });
}

/**
 * Whether another manager has requested the same action and still may, so that it is done now. Both
 * managers must have been at their level for a week.
 */
export async function isSecondApproval(
  context: RegistrationContext,
  actor: Actor,
  member: ReadDocument,
  act: JointAct,
): Promise<boolean> {
  if (!(await isSettled(context, actor.userId))) throw new ProblemError('manager-new-forbidden');
  const [request] = (await readRequests(context.database, [member.id], context.now())).filter(
    (request) => request.act === act && request.askedBy !== actor.userId,
  );
  if (request === undefined) return false;
  const first = await readMemberActor(context.database, request.askedBy);
  return first !== null && mayManageStaff(first, member);
}

/** Requests the action; another manager can approve it within a day. */
export async function saveRequest(
  queries: Queries,
  { userId, act, askedBy }: Omit<ActRequest, 'expiresAt'>,
  at: Date,
): Promise<Date> {
  const expiresAt = new Date(at.getTime() + REQUEST_LIFETIME_MS);
  await queries.query({
    name: 'upsert_act_request',
    text: `insert into member_act_request (user_id, act, asked_by, expires_at) values ($1, $2, $3, $4)
      on conflict (user_id, act) do update set asked_by = excluded.asked_by, expires_at = excluded.expires_at`,
    values: [userId, act, askedBy, expiresAt],
  });
  return expiresAt;
}

/** Runs in the transaction of the action, so that of two concurrent approvals only one succeeds. */
export async function takeRequest(
  queries: Queries,
  userId: string,
  act: JointAct,
  secondId: string,
  at: Date,
): Promise<void> {
  const rows = await queries.query({
    name: 'take_act_request',
    text: 'delete from member_act_request where user_id = $1 and act = $2 and asked_by <> $3 and expires_at > $4 returning user_id',
    values: [userId, act, secondId, at],
  });
  if (rows.length === 0) throw new ProblemError('document-conflict');
}

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
  { store, now }: Pick<RegistrationContext, 'store' | 'now'>,
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
