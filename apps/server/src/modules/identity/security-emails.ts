import type { Queries } from '../../core/database/database.ts';
import { findAccount } from './registration/accounts.ts';
import type { AccountEmails, Mails, MailText } from './registration/account-emails.ts';

/** A change to how an account signs in. `provider`: `line`, `google`, `saml.{id}`. */
type SecurityEvent =
  | { readonly kind: 'passwordChanged' | 'passwordGiven' | 'factorsReset' | 'backupCodesRenewed' }
  | { readonly kind: 'factorAdded' | 'factorRemoved'; readonly factor: 'totp' | 'passkey' }
  | { readonly kind: 'providerLinked' | 'providerUnlinked'; readonly provider: string };

/** Queues the e-mail in the transaction of the change, so that both are stored or neither is. */
export type NotifyOwner = (
  queries: Queries,
  userId: string,
  notice: SecurityEvent,
) => Promise<void>;

/**
 * E-mails the account's owner about every security change, so that a stranger's change does not go
 * unnoticed. Only verified addresses receive it.
 */
export const createNotifyOwner =
  (emails: AccountEmails): NotifyOwner =>
  async (queries, userId, notice) => {
    if (!emails.available) return;
    const account = await findAccount(queries, userId);
    if (account === null || account.email === null || !account.isEmailVerified) return;
    const link = emails.address('/login');
    await emails.send(
      account.email,
      account.language ?? 'ja',
      notice.kind,
      (mails) => composeMail(mails, notice, link),
      queries,
    );
  };

function composeMail(mails: Mails, notice: SecurityEvent, link: string): MailText {
  switch (notice.kind) {
    case 'passwordChanged':
    case 'passwordGiven':
    case 'factorsReset':
    case 'backupCodesRenewed':
      return mails[notice.kind]({ link });
    case 'factorAdded':
    case 'factorRemoved':
      return mails[notice.kind]({ factor: notice.factor, link });
    case 'providerLinked':
    case 'providerUnlinked':
      return mails[notice.kind]({
        provider: notice.provider.startsWith('saml.') ? 'saml' : notice.provider,
        link,
      });
  }
}
