import type { Queries } from '../../core/database/database.ts';
import { findAccount } from './registration/accounts.ts';
import type { Letters, Mails, Words } from './registration/letters.ts';

/** What changed about how somebody signs in. `provider`: `line`, `google`, `saml.{id}`. */
export type AccountNotice =
  | { readonly kind: 'passwordChanged' | 'passwordGiven' | 'factorsReset' | 'backupCodesRenewed' }
  | { readonly kind: 'factorAdded' | 'factorRemoved'; readonly factor: 'totp' | 'passkey' }
  | { readonly kind: 'providerLinked' | 'providerUnlinked'; readonly provider: string };

/** Writes it in the transaction of the change, so that neither is there without the other. */
export type TellOwner = (queries: Queries, userId: string, notice: AccountNotice) => Promise<void>;

/**
 * Whose account it is learns by mail of every change to it, so that a stranger's does not go
 * unnoticed: at an address that they have proved.
 */
export const createTellOwner =
  (letters: Letters): TellOwner =>
  async (queries, userId, notice) => {
    if (!letters.available) return;
    const account = await findAccount(queries, userId);
    if (account === null || account.email === null || !account.isEmailVerified) return;
    const link = letters.address('/login');
    await letters.send(
      account.email,
      account.language ?? 'ja',
      notice.kind,
      (mails) => wordsOf(mails, notice, link),
      queries,
    );
  };

function wordsOf(mails: Mails, notice: AccountNotice, link: string): Words {
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
