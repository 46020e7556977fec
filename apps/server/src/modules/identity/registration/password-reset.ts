import { MIN_NEW_PASSWORD_LENGTH, ProblemError, type Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { SignInResult } from '../sign-in.ts';
import { readMemberActor } from '../member-actor.ts';
import { isLinkValid, type Giver } from '../members/issued-links.ts';
import type { ClientInfo } from '../session.ts';
import { takeMail } from './address-proof.ts';
import {
  deleteSignInMethods,
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
import type { RegistrationContext } from './registration-context.ts';

/** Mails a link for a new password. The reply does not reveal whether the account exists. */
export async function requestPasswordReset(
  context: RegistrationContext,
  call: { email: string; language: Language },
  client: ClientInfo,
): Promise<void> {
  const email = call.email.toLowerCase();
  await takeMail(context, email, client);
  context.backgroundTasks.run('password reset', async () => {
    const account = await findAccountByEmail(context.database, email);
    if (account === null) return;
    const { emails } = context;
    const language = account.language ?? call.language;
    if (!account.hasPasswordMethod) {
      await emails.send(email, language, 'noPassword', (words) =>
        words.noPassword({ link: emails.address('/login') }),
      );
      return;
    }
    await context.database.transaction(async (queries) => {
      const token = await createMailedLink(
        queries,
        { kind: 'resetPassword', email, userId: account.userId },
        context.now(),
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
  context: RegistrationContext,
  call: { token: string; password: string },
  client: ClientInfo,
): Promise<SignInResult> {
  const link = await readMailedLink(context.database, call.token, 'resetPassword', context.now());
  const account = link.userId === null ? null : await findAccount(context.database, link.userId);
  if (account === null || account.email !== link.email) throw new ProblemError('link-not-found');
  await storeGiver(context, account.userId, link.giver);
  const { passwords } = context.identity;
  // A takeover also removes the second factor, so the password must be long enough without one.
  const takesOver = link.provesAddress && !account.isEmailVerified;
  const minLength = takesOver ? MIN_NEW_PASSWORD_LENGTH : await passwords.minLength(account.userId);
  const storePassword = await passwords.prepare(account.userId, call.password, minLength);
  await context.database.transaction(async (queries) => {
    await takeMailedLink(queries, call.token, 'resetPassword', context.now());
    await takeOver(queries, account, takesOver, context.now());
    await storePassword(queries);
    await voidMailedLinks(queries, account, context.now());
    await context.identity.notifyOwner(queries, account.userId, { kind: 'passwordChanged' });
  });
  await context.identity.forgiveTries(link.email);
  context.identity.announceChange(account.userId);
  return context.identity.completeSignIn(
    { userId: account.userId, provider: 'email', factors: 1 },
    client,
  );
}

/** A link that a manager issued is valid only while that manager could issue it. */
async function storeGiver(
  context: RegistrationContext,
  userId: string,
  giver: Giver | null,
): Promise<void> {
  if (giver === null) return;
  const [member] = await context.store.read([`staff/${userId}`]);
  if (!isLinkValid(giver, await readMemberActor(context.database, giver.userId), member ?? null))
    throw new ProblemError('link-revoked');
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
  if (row === undefined || row.verified !== account.isEmailVerified)
    throw new ProblemError('link-not-found');
  const ending = { reason: 'passwordChanged', at } as const;
  if (!takesOver) await dropSessions(queries, account.userId, null, ending);
  else {
    await deleteSignInMethods(queries, account.userId, ending);
    await revokeGrantedAccess(queries, account.userId, at);
    await queries.query({
      name: 'verify_account_address',
      text: 'update auth_user set email_verified = true, updated_at = $2 where id = $1',
      values: [account.userId, at],
    });
  }
}
