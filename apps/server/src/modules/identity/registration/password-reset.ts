import { LEAST_NEW_PASSWORD, refuse, type Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { SignInResult } from '../sign-in.ts';
import { readMemberActor } from '../member-actor.ts';
import { givenLinkStands, type Giver } from '../members/given-links.ts';
import type { ClientInfo } from '../session.ts';
import { takeMail } from './address-proof.ts';
import {
  dropEveryWayIn,
  dropSessions,
  findAccount,
  findAccountByEmail,
  type Account,
} from './accounts.ts';
import { revokeGrantedAccess } from './made-by-account.ts';
import {
  createMailedLink,
  getLinkMinutes,
  readMailedLink,
  takeMailedLink,
  voidMailedLinks,
} from './mailed-links.ts';
import type { RegistrationParts } from './registration-parts.ts';

/** Mails a link for a new password. The reply does not reveal whether the account exists. */
export async function requestPasswordReset(
  parts: RegistrationParts,
  call: { email: string; language: Language },
  client: ClientInfo,
): Promise<void> {
  const email = call.email.toLowerCase();
  await takeMail(parts, email, client);
  parts.backgroundTasks.run('password reset', async () => {
    const account = await findAccountByEmail(parts.database, email);
    if (account === null) return;
    const { emails } = parts;
    const language = account.language ?? call.language;
    if (!account.hasPasswordWay) {
      await emails.send(email, language, 'noPassword', (words) =>
        words.noPassword({ link: emails.address('/login') }),
      );
      return;
    }
    await parts.database.transaction(async (queries) => {
      const token = await createMailedLink(
        queries,
        { kind: 'resetPassword', email, userId: account.userId },
        parts.now(),
      );
      const link = emails.address('/handleauth?mode=resetPassword', token);
      await emails.send(
        email,
        language,
        'resetPassword',
        (words) => words.resetPassword({ link, minutes: getLinkMinutes('resetPassword') }),
        queries,
      );
    });
  });
}

/**
 * Sets a new password with a mailed link, once, and ends all sessions. The sign-in then continues
 * as with the password, so it still requires the second factor. A link to an address that was never
 * verified before takes over the account: all other sign-in methods are removed.
 */
export async function completePasswordReset(
  parts: RegistrationParts,
  call: { token: string; password: string },
  client: ClientInfo,
): Promise<SignInResult> {
  const link = await readMailedLink(parts.database, call.token, 'resetPassword', parts.now());
  const account = link.userId === null ? null : await findAccount(parts.database, link.userId);
  if (account === null || account.email !== link.email) throw refuse('link-not-found');
  await keepGiver(parts, account.userId, link.giver);
  const { passwords } = parts.identity;
  // A takeover also removes the second factor, so the password must be long enough without one.
  const takesOver = link.provesAddress && !account.isEmailVerified;
  const least = takesOver ? LEAST_NEW_PASSWORD : await passwords.leastLength(account.userId);
  const storePassword = await passwords.prepare(account.userId, call.password, least);
  await parts.database.transaction(async (queries) => {
    await takeMailedLink(queries, call.token, 'resetPassword', parts.now());
    await takeOver(queries, account, takesOver, parts.now());
    await storePassword(queries);
    await voidMailedLinks(queries, account, parts.now());
    await parts.identity.notifyOwner(queries, account.userId, { kind: 'passwordChanged' });
  });
  await parts.identity.forgiveTries(link.email);
  parts.identity.announceChange(account.userId);
  return parts.identity.completeSignIn(
    { userId: account.userId, provider: 'email', factors: 1 },
    client,
  );
}

/** A link that a manager issued is valid only while that manager could issue it. */
async function keepGiver(
  parts: RegistrationParts,
  userId: string,
  giver: Giver | null,
): Promise<void> {
  if (giver === null) return;
  const [member] = await parts.store.read([`staff/${userId}`]);
  if (!givenLinkStands(giver, await readMemberActor(parts.database, giver.userId), member ?? null))
    throw refuse('link-revoked');
}

/**
 * Ends all sessions. At the first verification of the address, also removes all sign-in methods.
 */
async function takeOver(
  queries: Queries,
  account: Account,
  takesOver: boolean,
  at: Date,
): Promise<void> {
  const [row] = await queries.query<{ verified: boolean }>({
    name: 'lock_account',
    text: 'select email_verified as verified from auth_user where id = $1 and email = $2 for update',
    values: [account.userId, account.email],
  });
  if (row === undefined || row.verified !== account.isEmailVerified) throw refuse('link-not-found');
  const ending = { reason: 'passwordChanged', at } as const;
  if (!takesOver) await dropSessions(queries, account.userId, null, ending);
  else {
    await dropEveryWayIn(queries, account.userId, ending);
    await revokeGrantedAccess(queries, account.userId, at);
    await queries.query({
      name: 'verify_account_address',
      text: 'update auth_user set email_verified = true, updated_at = $2 where id = $1',
      values: [account.userId, at],
    });
  }
}
