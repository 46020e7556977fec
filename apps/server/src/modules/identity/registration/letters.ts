import type { Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { Mail } from '../../../core/mail/mail.ts';
import { lastsMs, type MailedLinkKind } from './mailed-links.ts';
import { mails as english } from './text/en/mails.ts';
import { mails as japanese } from './text/ja/mails.ts';

const MAILS = { ja: japanese, en: english } as const;
export type Mails = typeof japanese;
export type Words = ReturnType<Mails[keyof Mails]>;

export type Letters = ReturnType<typeof createLetters>;

/** A letter whose link is over is not sent any more. */
const LINKS: Partial<Record<keyof Mails, MailedLinkKind>> = {
  confirmSignUp: 'addressProof',
  confirmMember: 'addressProof',
  confirmOrganisation: 'addressProof',
  resetPassword: 'resetPassword',
  changeEmail: 'changeEmail',
};

/** Our mails, in the language of whoever gets them, with links to the address that people type. */
export function createLetters(mail: Mail, publicOrigin: string | null) {
  return {
    available: mail.available && publicOrigin !== null,
    /**
     * A page of ours. A secret belongs behind `#`: browsers send that to nobody, and no log on the
     * way holds it.
     */
    address: (path: string, secret = ''): string =>
      `${publicOrigin ?? ''}${path}${secret === '' ? '' : `#${secret}`}`,
    /** `queries`: the transaction of what it tells of. */
    send: async (
      to: string,
      language: Language,
      kind: keyof Mails,
      write: (words: Mails) => Words,
      queries?: Queries,
    ): Promise<void> => {
      const link = LINKS[kind];
      await mail.send(
        {
          kind,
          to,
          ...write(MAILS[language]),
          ...(link === undefined ? {} : { usefulMs: lastsMs(link) }),
        },
        queries,
      );
    },
  };
}
