import { ProblemError, type Actor, type Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ClientInfo } from '../session.ts';
import {
  dropSessions,
  findAccount,
  findAccountByEmail,
  putEmail,
  type Account,
} from '../registration/accounts.ts';
import { takeMail } from '../registration/address-proof.ts';
import {
  createMailedLink,
  getLinkMinutes,
  readMailedLink,
  takeMailedLink,
  voidMailedLinks,
} from '../registration/mailed-links.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';
import { lockOwner, type AccountOwner } from '../account-owner.ts';
import { readMember } from './profile-store.ts';

/**
 * Mails a link to the new address. Nothing changes until it is opened. It also verifies the current
 * address. The reply does not reveal whether the address has an account.
 */
export async function requestEmailChange(
  context: RegistrationContext,
  actor: Actor,
  call: { email: string; language: Language },
  client: ClientInfo,
): Promise<void> {
  const email = call.email.toLowerCase();
  await takeMail(context, email, client);
  context.backgroundTasks.run('e-mail change', async () => {
    const { emails } = context;
    const holder = await findAccountByEmail(context.database, email);
    if (holder !== null && holder.userId !== actor.userId) {
      await emails.send(email, holder.language ?? call.language, 'emailTaken', (words) =>
        words.emailTaken(),
      );
      return;
    }
    await context.database.transaction(async (queries) => {
      const token = await createMailedLink(
        queries,
        { kind: 'changeEmail', email, userId: actor.userId },
        context.now(),
      );
      const link = emails.address('/handleauth?mode=changeEmail', token);
      await emails.send(
        email,
        call.language,
        'changeEmail',
        (words) => words.changeEmail({ link, minutes: getLinkMinutes('changeEmail') }),
        queries,
      );
    });
  });
}

/**
 * Opening the link requires a session of the account that requested it, so that a click cannot
 * assign an address to another account. Other sessions end, and the old address is notified.
 */
export async function completeEmailChange(
  context: RegistrationContext,
  owner: AccountOwner,
  token: string,
): Promise<void> {
  const link = await readMailedLink(context.database, token, 'changeEmail', context.now());
  const { userId, sessionId } = owner;
  if (link.userId !== userId) throw new ProblemError('link-forbidden');
  const [account, member] = await Promise.all([
    findAccount(context.database, userId),
    readMember(context, userId),
  ]);
  const alongside = async (queries: Queries): Promise<void> => {
    await lockOwner(queries, owner);
    await takeMailedLink(queries, token, 'changeEmail', context.now());
    await putEmail(queries, userId, link.email, context.now());
    await voidMailedLinks(queries, { userId, email: account?.email ?? null }, context.now());
    await dropSessions(queries, userId, sessionId, { reason: 'emailChanged', at: context.now() });
    await notifyOldAddress(context, queries, account, link.email);
  };
  if (member === null) await context.database.transaction(alongside);
  else
    await context.store.commit(
      [
        {
          kind: 'update',
          path: `staff/${userId}`,
          fields: [{ field: ['email'], value: link.email }],
        },
      ],
      { userId, alongside },
    );
  context.identity.announceChange(userId);
}

/** Skips an unverified address, which may be a stranger's. */
async function notifyOldAddress(
  { emails }: RegistrationContext,
  queries: Queries,
  before: Account | null,
  email: string,
): Promise<void> {
  if (
    !emails.available ||
    before === null ||
    before.email === null ||
    before.email === email ||
    !before.isEmailVerified
  )
    return;
  await emails.send(
    before.email,
    before.language ?? 'ja',
    'emailChanged',
    (words) => words.emailChanged({ link: emails.address('/login') }),
    queries,
  );
}
