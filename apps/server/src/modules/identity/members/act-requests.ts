import { mayManageStaff, refuse, type Actor } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { readMemberActor } from '../member-actor.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { isSettled } from './equals.ts';

/** Actions on a peer's account that need the approval of a second manager. */
export type JointAct = 'factorsReset' | 'passwordGiven';
export type ActRequest = {
  readonly userId: string;
  readonly act: JointAct;
  readonly askedBy: string;
  readonly expiresAt: Date;
};

const LIFETIME_MS = 24 * 60 * 60 * 1000;

export async function readRequests(
  queries: Queries,
  userIds: readonly string[],
  at: Date,
): Promise<ActRequest[]> {
  return queries.query<ActRequest>({
    name: 'act-requests',
    text: 'select user_id as "userId", act, asked_by as "askedBy", expires_at as "expiresAt" from member_act_request where user_id = any($1) and expires_at > $2',
    values: [[...userIds], at],
  });
}

/**
 * Whether another manager has requested the same action and still may, so that it is done now. Both
 * managers must have been at their level for a week.
 */
export async function isSecond(
  parts: RegistrationParts,
  actor: Actor,
  member: ReadDocument,
  act: JointAct,
): Promise<boolean> {
  if (!(await isSettled(parts, actor.userId))) throw refuse('manager-new-forbidden');
  const [asked] = (await readRequests(parts.database, [member.id], parts.now())).filter(
    (request) => request.act === act && request.askedBy !== actor.userId,
  );
  if (asked === undefined) return false;
  const first = await readMemberActor(parts.database, asked.askedBy);
  return first !== null && mayManageStaff(first, member);
}

/** Requests the action; another manager can approve it within a day. */
export async function putRequest(
  queries: Queries,
  { userId, act, askedBy }: Omit<ActRequest, 'expiresAt'>,
  at: Date,
): Promise<Date> {
  const expiresAt = new Date(at.getTime() + LIFETIME_MS);
  await queries.query({
    name: 'act-request-put',
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
    name: 'act-request-take',
    text: 'delete from member_act_request where user_id = $1 and act = $2 and asked_by <> $3 and expires_at > $4 returning user_id',
    values: [userId, act, secondId, at],
  });
  if (rows.length === 0) throw refuse('document-conflict');
}
