import type { Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { Mail } from '../../../core/mail/mail.ts';
import { getLifetimeMs, type MailedLinkKind } from './mailed-links.ts';
import { mails as english } from './locales/en/mails.ts';
import { mails as japanese } from './locales/ja/mails.ts';

const MAILS = { ja: japanese, en: english } as const;
export type Mails = typeof japanese;
export type MailText = ReturnType<Mails[keyof Mails]>;

export type AccountEmails = ReturnType<typeof createAccountEmails>;

/** A mail with an expired link is no longer sent. */
const LINKS: Partial<Record<keyof Mails, MailedLinkKind>> = {
  confirmSignUp: 'addressProof',
  confirmMember: 'addressProof',
  confirmOrganisation: 'addressProof',
  resetPassword: 'resetPassword',
  changeEmail: 'changeEmail',
};

/** E-mails to accounts in the recipient's language, with links to our public origin. */
export function createAccountEmails(mail: Mail, publicOrigin: string | null) {
  return {
    available: mail.available && publicOrigin !== null,
    /**
     * The URL of a page. Secrets are in the fragment, which browsers do not send, so that no log on
     * the network path contains them.
     */
    address: (path: string, secret = ''): string =>
      `${publicOrigin ?? ''}${path}${secret === '' ? '' : `#${secret}`}`,
    /** `queries`: the transaction of the event. */
    send: async (
      to: string,
      language: Language,
      kind: keyof Mails,
      write: (words: Mails) => MailText,
      queries?: Queries,
    ): Promise<void> => {
      const link = LINKS[kind];
      await mail.send(
        {
          kind,
          to,
          ...write(MAILS[language]),
          ...(link === undefined ? {} : { ttlMs: getLifetimeMs(link) }),
        },
        queries,
      );
    },
  };
}
