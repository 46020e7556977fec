import { GIVEN_PASSWORD_MINUTES, isVisible, mayManageStaff, refuse, STAFF_RULE, type Actor, type Language } from '@yamori/domain';
import type { Queries } from '../../../database/database.ts';
import type { ReadDocument } from '../../../documents/document-presentation.ts';
import { lockUser } from '../account-owner.ts';
import { dropSessions, findAccount, type Account } from '../registration/accounts.ts';
import { createMailedLink, voidMailedLinks } from '../registration/mailed-links.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import type { Giver } from './given-links.ts';

/** Who does it, from where. */
export type Manager = { readonly actor: Actor; readonly address: string };
export type GivenPassword = { readonly token: string | null; readonly expiresAt: Date };

/**
 * A member whom somebody manages, as they are now. One's own account is changed on the account page, where what is there already is asked for.
 * @throws ProblemError `member-not-found`, `member-forbidden`
 */
async function managedMember({ store }: RegistrationParts, actor: Actor, userId: string): Promise<ReadDocument> {
  const [member] = await store.read([`staff/${userId}`]);
  if (member === null || member === undefined || !isVisible(member, STAFF_RULE.visibleTo(actor))) throw refuse('member-not-found');
  if (userId === actor.userId || !mayManageStaff(actor, member)) throw refuse('member-forbidden');
  return member;
}

/**
 * Does something to a member's account and writes it into the update history, both or neither. Were they raised or moved meanwhile, it is
 * not done: the rule was asked about who they were.
 * @throws ProblemError `document-conflict`
 */
const act = async (parts: RegistrationParts, { actor, address }: Manager, member: ReadDocument, action: string, alongside: (queries: Queries) => Promise<void>): Promise<void> => {
  await parts.store.commit([{ kind: 'verify', path: member.path, version: member.version }], { userId: actor.userId, address, acts: [{ action, path: member.path }], alongside });
};

/** All second factors of somebody who lost them; their sessions end. @throws ProblemError `member-not-found`, `member-forbidden` */
export async function resetMemberFactors(parts: RegistrationParts, manager: Manager, userId: string, confirmed: () => Promise<void>): Promise<void> {
  const member = await managedMember(parts, manager.actor, userId);
  await confirmed();
  const { factors } = parts.identity;
  await act(parts, manager, member, 'factorsReset', (queries) => factors.reset(queries, userId));
  await factors.forgiveTries(userId);
  parts.identity.announceChange(userId);
}

/**
 * A new password for a member: theirs opens nothing from now on, their sessions end, and a link lets them choose another, once. Nobody
 * but them ever knows it. The link is gone through as any way in, so a second factor is asked for after it.
 * @throws ProblemError `member-not-found`, `member-forbidden`, `member-address-missing`, `mail-missing`
 */
export async function giveMemberPassword(parts: RegistrationParts, manager: Manager, userId: string, call: { by: 'mail' | 'hand'; language: Language }, confirmed: () => Promise<void>): Promise<GivenPassword> {
  const member = await managedMember(parts, manager.actor, userId);
  await confirmed();
  const account = await findAccount(parts.database, userId);
  if (account === null || account.email === null) throw refuse('member-address-missing');
  const isMailed = call.by === 'mail';
  if (isMailed && !(parts.letters.available && account.isEmailVerified)) throw refuse('mail-missing');
  const expiresAt = new Date(parts.now().getTime() + GIVEN_PASSWORD_MINUTES[call.by] * 60_000);
  const given = { token: '' };
  await act(parts, manager, member, 'passwordGiven', async (queries) => { given.token = await putLink(parts, queries, { account, email: account.email ?? '', by: call.by, language: call.language, giver: giverOf(manager.actor, member) }); });
  parts.identity.announceChange(userId);
  return { token: isMailed ? null : given.token, expiresAt };
}

type NewLink = { readonly account: Account; readonly email: string; readonly by: 'mail' | 'hand'; readonly language: Language; readonly giver: Giver };

/** A managed member has both: the rule asked for them. */
const giverOf = ({ userId }: Actor, { data: { accessLevel, domainId } }: ReadDocument): Giver =>
  ({ userId, accessLevel: typeof accessLevel === 'number' ? accessLevel : 0, domainId: typeof domainId === 'string' ? domainId : '' });

async function putLink(parts: RegistrationParts, queries: Queries, { account, email, by, language, giver }: NewLink): Promise<string> {
  const isMailed = by === 'mail';
  const { userId } = account;
  const { letters } = parts;
  const at = parts.now();
  await lockUser(queries, userId);
  await parts.identity.passwords.takeAway(queries, userId);
  await dropSessions(queries, userId, null, { reason: 'endedByManager', at });
  await voidMailedLinks(queries, { userId, email }, at);
  const token = await createMailedLink(queries, { kind: 'resetPassword', email, userId, lastsMs: GIVEN_PASSWORD_MINUTES[by] * 60_000, provesAddress: isMailed, giver }, at);
  if (isMailed) {
    const link = letters.address('/handleauth?mode=resetPassword', token);
    await letters.send(email, account.language ?? language, 'givePassword', (words) => words.givePassword({ link, minutes: GIVEN_PASSWORD_MINUTES.mail }), queries);
  } else {
    await parts.identity.tellOwner(queries, userId, { kind: 'passwordGiven' });
  }
  return token;
}
