import {
  GIVEN_PASSWORD_MINUTES,
  isVisible,
  mayManageStaff,
  refuse,
  STAFF_RULE,
  type Actor,
  type FactorReset,
  type Language,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { findAccount, type Account } from '../registration/accounts.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { isSecond, putRequest, takeRequest, type JointAct } from './act-requests.ts';
import { standsLevel } from './equals.ts';
import { giverOf, putGivenLink } from './put-given-link.ts';

/** Who does it, from where. */
export type Manager = { readonly actor: Actor; readonly address: string };
/** `awaits`: nothing has happened yet; another manager has until then to do the same. */
export type GivenPassword = {
  readonly token: string | null;
  readonly awaits: boolean;
  readonly expiresAt: Date;
};

/**
 * A member whom somebody manages, as they are now. One's own account is changed on the account
 * page, where what is there already is asked for.
 * @throws ProblemError `member-not-found`, `member-forbidden`
 */
async function managedMember(
  { store }: RegistrationParts,
  actor: Actor,
  userId: string,
): Promise<ReadDocument> {
  const [member] = await store.read([`staff/${userId}`]);
  if (member === null || member === undefined || !isVisible(member, STAFF_RULE.visibleTo(actor)))
    throw refuse('member-not-found');
  if (userId === actor.userId || !mayManageStaff(actor, member)) throw refuse('member-forbidden');
  return member;
}

/**
 * Does something to a member's account and writes it into the update history, both or neither. Were
 * they raised or moved meanwhile, it is not done: the rule was asked about who they were.
 * @throws ProblemError `document-conflict`
 */
const act = async (
  parts: RegistrationParts,
  { actor, address }: Manager,
  member: ReadDocument,
  action: string,
  alongside: (queries: Queries) => Promise<void>,
): Promise<void> => {
  await parts.store.commit([{ kind: 'verify', path: member.path, version: member.version }], {
    actor,
    address,
    acts: [{ action, path: member.path }],
    alongside,
  });
};

/**
 * How something may be done: to those below by the manager alone; to an equal through the owner's
 * own mail, or by two (decision 032).
 */
type Way = 'alone' | 'mail' | 'second' | 'first';

async function wayOf(
  parts: RegistrationParts,
  actor: Actor,
  member: ReadDocument,
  account: Account | null,
  joint: JointAct,
): Promise<Way> {
  if (!(await standsLevel(parts, actor, member))) return 'alone';
  if (isMailable(parts, account)) return 'mail';
  return (await isSecond(parts, actor, member, joint)) ? 'second' : 'first';
}

const isMailable = (
  { letters }: RegistrationParts,
  account: Account | null,
): account is Account & { readonly email: string } =>
  account !== null && account.email !== null && letters.available && account.isEmailVerified;

/** Says what is wanted, for another manager. */
async function ask(
  parts: RegistrationParts,
  manager: Manager,
  member: ReadDocument,
  joint: JointAct,
): Promise<Date> {
  const held = { expiresAt: parts.now() };
  await act(parts, manager, member, `${joint}Asked`, async (queries) => {
    held.expiresAt = await putRequest(
      queries,
      { userId: member.id, act: joint, askedBy: manager.actor.userId },
      parts.now(),
    );
  });
  return held.expiresAt;
}

/**
 * All second factors of somebody who lost them; their sessions end. An equal's go together with the
 * password, and the link to a new one goes to their own address: whoever took them away cannot come
 * in by it.
 * @throws ProblemError `member-not-found`, `member-forbidden`, `manager-new-forbidden`
 */
export async function resetMemberFactors(
  parts: RegistrationParts,
  manager: Manager,
  userId: string,
  language: Language,
  confirmed: () => Promise<void>,
): Promise<FactorReset> {
  const member = await managedMember(parts, manager.actor, userId);
  await confirmed();
  const way = await wayOf(
    parts,
    manager.actor,
    member,
    await findAccount(parts.database, userId),
    'factorsReset',
  );
  if (way === 'first')
    return {
      outcome: 'awaits',
      expiresAt: (await ask(parts, manager, member, 'factorsReset')).toISOString(),
    };
  const { factors } = parts.identity;
  const sent = { link: false };
  await act(parts, manager, member, 'factorsReset', async (queries) => {
    if (way === 'second')
      await takeRequest(queries, userId, 'factorsReset', manager.actor.userId, parts.now());
    await factors.reset(queries, userId);
    const left = way === 'mail' ? await findAccount(queries, userId) : null;
    // Who comes by a provider of their own needs no password; who had a passkey alone does by now.
    sent.link = isMailable(parts, left) && (left.hasPasswordWay || !left.hasWayIn);
    if (sent.link && isMailable(parts, left))
      await putGivenLink(parts, queries, {
        account: left,
        email: left.email,
        by: 'mail',
        language,
        giver: giverOf(manager.actor, member),
      });
  });
  await factors.forgiveTries(userId);
  parts.identity.announceChange(userId);
  return { outcome: sent.link ? 'mailed' : 'done', expiresAt: null };
}

/**
 * A new password for a member: theirs opens nothing from now on, their sessions end, and a link
 * lets them choose another, once. Nobody but them ever knows it. The link is gone through as any
 * way in, so a second factor is asked for after it.
 * @throws ProblemError `member-not-found`, `member-forbidden`, `member-address-missing`,
 * `mail-missing`, `member-equal-by-mail`, `manager-new-forbidden`
 */
export async function giveMemberPassword(
  parts: RegistrationParts,
  manager: Manager,
  userId: string,
  call: { by: 'mail' | 'hand'; language: Language },
  confirmed: () => Promise<void>,
): Promise<GivenPassword> {
  const member = await managedMember(parts, manager.actor, userId);
  await confirmed();
  const account = await findAccount(parts.database, userId);
  if (account === null || account.email === null) throw refuse('member-address-missing');
  const { email } = account;
  if (call.by === 'mail' && !isMailable(parts, account)) throw refuse('mail-missing');
  const way =
    call.by === 'mail'
      ? 'mail'
      : await wayOf(parts, manager.actor, member, account, 'passwordGiven');
  if (call.by === 'hand' && way === 'mail') throw refuse('member-equal-by-mail');
  if (way === 'first')
    return {
      token: null,
      awaits: true,
      expiresAt: await ask(parts, manager, member, 'passwordGiven'),
    };
  const expiresAt = new Date(parts.now().getTime() + GIVEN_PASSWORD_MINUTES[call.by] * 60_000);
  const given = { token: '' };
  await act(parts, manager, member, 'passwordGiven', async (queries) => {
    if (way === 'second')
      await takeRequest(queries, userId, 'passwordGiven', manager.actor.userId, parts.now());
    given.token = await putGivenLink(parts, queries, {
      account,
      email,
      by: call.by,
      language: call.language,
      giver: giverOf(manager.actor, member),
    });
  });
  parts.identity.announceChange(userId);
  return { token: call.by === 'mail' ? null : given.token, awaits: false, expiresAt };
}
