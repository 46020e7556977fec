import { GIVEN_PASSWORD_MINUTES, type Actor, type Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { lockUser } from '../account-owner.ts';
import { dropSessions, type Account } from '../registration/accounts.ts';
import { createMailedLink, voidMailedLinks } from '../registration/mailed-links.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';
import type { Giver } from './issued-links.ts';

type NewGivenLink = {
  readonly account: Account;
  readonly email: string;
  readonly by: 'mail' | 'hand';
  readonly language: Language;
  readonly giver: Giver;
};

/** Managed members have a level and an organisation: the access rule requires both. */
export const toGiver = (
  { userId }: Actor,
  { data: { accessLevel, domainId } }: ReadDocument,
): Giver => ({
  userId,
  accessLevel: typeof accessLevel === 'number' ? accessLevel : 0,
  domainId: typeof domainId === 'string' ? domainId : '',
});

/**
 * Removes the password, ends all sessions and creates the link. It is mailed, or its secret is
 * returned for the manager to hand over.
 */
export async function putGivenLink(
  context: RegistrationContext,
  queries: Queries,
  { account, email, by, language, giver }: NewGivenLink,
): Promise<string> {
  const isMailed = by === 'mail';
  const { userId } = account;
  const { emails } = context;
  const at = context.now();
  await lockUser(queries, userId);
  await context.identity.passwords.takeAway(queries, userId);
  await dropSessions(queries, userId, null, { reason: 'endedByManager', at });
  await voidMailedLinks(queries, { userId, email }, at);
  const token = await createMailedLink(
    queries,
    {
      kind: 'resetPassword',
      email,
      userId,
      lifetimeMs: GIVEN_PASSWORD_MINUTES[by] * 60_000,
      provesAddress: isMailed,
      giver,
    },
    at,
  );
  if (isMailed) {
    const link = emails.address('/handleauth?mode=resetPassword', token);
    await emails.send(
      email,
      account.language ?? language,
      'givePassword',
      (words) => words.givePassword({ link, minutes: GIVEN_PASSWORD_MINUTES.mail }),
      queries,
    );
  } else {
    await context.identity.notifyOwner(queries, userId, { kind: 'passwordGiven' });
  }
  return token;
}
