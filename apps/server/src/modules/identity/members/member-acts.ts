import {
  GIVEN_PASSWORD_MINUTES,
  isVisible,
  mayManageStaff,
  ProblemError,
  STAFF_RULE,
  type Actor,
  type FactorReset,
  type Language,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { findAccount, type Account } from '../registration/accounts.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';
import {
  isRecentPeer,
  isSecondApproval,
  saveRequest,
  takeRequest,
  type JointAct,
} from './peer-approval.ts';
import { toGiver, putGivenLink } from './put-given-link.ts';

/** The manager and the client address. */
export type Manager = { readonly actor: Actor; readonly address: string };
/** `awaits`: nothing has happened yet; another manager can approve it until `expiresAt`. */
type GivenPassword = {
  readonly token: string | null;
  readonly awaits: boolean;
  readonly expiresAt: Date;
};

/**
 * Reads a member whom the actor manages. Managers change their own account on the account page,
 * which asks for the current password.
 */
async function readManagedMember(
  { store }: RegistrationContext,
  actor: Actor,
  userId: string,
): Promise<ReadDocument> {
  const [member] = await store.read([`staff/${userId}`]);
  if (member === null || member === undefined || !isVisible(member, STAFF_RULE.visibleTo(actor)))
    throw new ProblemError('member-not-found');
  if (userId === actor.userId || !mayManageStaff(actor, member))
    throw new ProblemError('member-forbidden');
  return member;
}

/**
 * Changes a member's account and records it in the update history, atomically. It fails if the
 * member was changed in the meantime, because permissions were checked for the old version.
 */
const changeAccount = async (
  context: RegistrationContext,
  { actor, address }: Manager,
  member: ReadDocument,
  action: string,
  alongside: (queries: Queries) => Promise<void>,
): Promise<void> => {
  await context.store.commit([{ kind: 'verify', path: member.path, version: member.version }], {
    actor,
    address,
    acts: [{ action, path: member.path }],
    alongside,
  });
};

/**
 * How an action may be done. For members below, the manager alone is enough; for a peer, the link
 * is sent to the peer's own address, or a second manager approves (decision 016).
 */
type Approval = 'alone' | 'mail' | 'second' | 'first';

async function chooseApproval(
  context: RegistrationContext,
  actor: Actor,
  member: ReadDocument,
  account: Account | null,
  joint: JointAct,
): Promise<Approval> {
  if (!(await isRecentPeer(context, actor, member))) return 'alone';
  if (isMailable(context, account)) return 'mail';
  return (await isSecondApproval(context, actor, member, joint)) ? 'second' : 'first';
}

const isMailable = (
  { emails }: RegistrationContext,
  account: Account | null,
): account is Account & { readonly email: string } =>
  account !== null && account.email !== null && emails.available && account.isEmailVerified;

/** Requests the action from another manager. */
async function requestApproval(
  context: RegistrationContext,
  manager: Manager,
  member: ReadDocument,
  joint: JointAct,
): Promise<Date> {
  const held = { expiresAt: context.now() };
  await changeAccount(context, manager, member, `${joint}Asked`, async (queries) => {
    held.expiresAt = await saveRequest(
      queries,
      { userId: member.id, act: joint, askedBy: manager.actor.userId },
      context.now(),
    );
  });
  return held.expiresAt;
}

/**
 * Removes all second factors of a member who lost them, and ends their sessions. A peer with a
 * verified address also loses the password. The link to a new one is sent to that address, so that
 * the manager cannot sign in with it.
 */
export async function resetMemberFactors(
  context: RegistrationContext,
  manager: Manager,
  userId: string,
  language: Language,
  confirmed: () => Promise<void>,
): Promise<FactorReset> {
  const member = await readManagedMember(context, manager.actor, userId);
  await confirmed();
  const approval = await chooseApproval(
    context,
    manager.actor,
    member,
    await findAccount(context.database, userId),
    'factorsReset',
  );
  if (approval === 'first')
    return {
      outcome: 'awaits',
      expiresAt: (await requestApproval(context, manager, member, 'factorsReset')).toISOString(),
    };
  const { factors } = context.identity;
  const sent = { link: false };
  await changeAccount(context, manager, member, 'factorsReset', async (queries) => {
    if (approval === 'second')
      await takeRequest(queries, userId, 'factorsReset', manager.actor.userId, context.now());
    await factors.reset(queries, userId);
    const left = approval === 'mail' ? await findAccount(queries, userId) : null;
    // Members with a linked provider need no password; members who had only a passkey do.
    sent.link = isMailable(context, left) && (left.hasPasswordMethod || !left.hasSignInMethod);
    if (sent.link && isMailable(context, left))
      await putGivenLink(context, queries, {
        account: left,
        email: left.email,
        by: 'mail',
        language,
        giver: toGiver(manager.actor, member),
      });
  });
  await factors.forgiveTries(userId);
  context.identity.announceChange(userId);
  return { outcome: sent.link ? 'mailed' : 'done', expiresAt: null };
}

/**
 * Removes a member's password, ends their sessions and issues a link with which they choose a new
 * one, once. Only the member learns it. The link leads through the normal sign-in, so it still
 * requires the second factor.
 */
export async function giveMemberPassword(
  context: RegistrationContext,
  manager: Manager,
  userId: string,
  call: { by: 'mail' | 'hand'; language: Language },
  confirmed: () => Promise<void>,
): Promise<GivenPassword> {
  const member = await readManagedMember(context, manager.actor, userId);
  await confirmed();
  const account = await findAccount(context.database, userId);
  if (account === null || account.email === null) throw new ProblemError('member-address-missing');
  const { email } = account;
  if (call.by === 'mail' && !isMailable(context, account)) throw new ProblemError('mail-missing');
  const approval =
    call.by === 'mail'
      ? 'mail'
      : await chooseApproval(context, manager.actor, member, account, 'passwordGiven');
  if (call.by === 'hand' && approval === 'mail') throw new ProblemError('member-equal-by-mail');
  if (approval === 'first')
    return {
      token: null,
      awaits: true,
      expiresAt: await requestApproval(context, manager, member, 'passwordGiven'),
    };
  const expiresAt = new Date(context.now().getTime() + GIVEN_PASSWORD_MINUTES[call.by] * 60_000);
  const given = { token: '' };
  await changeAccount(context, manager, member, 'passwordGiven', async (queries) => {
    if (approval === 'second')
      await takeRequest(queries, userId, 'passwordGiven', manager.actor.userId, context.now());
    given.token = await putGivenLink(context, queries, {
      account,
      email,
      by: call.by,
      language: call.language,
      giver: toGiver(manager.actor, member),
    });
  });
  context.identity.announceChange(userId);
  return { token: call.by === 'mail' ? null : given.token, awaits: false, expiresAt };
}
