import type { Language } from '@yamori/domain';
import type { Mail } from '../../../mail/mail.ts';
import { mails as english } from './text/en/mails.ts';
import { mails as japanese } from './text/ja/mails.ts';

const MAILS = { ja: japanese, en: english } as const;
type Mails = typeof japanese;
type Words = ReturnType<Mails[keyof Mails]>;

export type Letters = ReturnType<typeof createLetters>;

/** Our mails, in the language of whoever gets them, with links to the address that people type. */
export function createLetters(mail: Mail, publicOrigin: string | null) {
  return {
    available: mail.available && publicOrigin !== null,
    /** A page of ours. A secret belongs behind `#`: browsers send that to nobody, and no log on the way holds it. */
    address: (path: string, secret = ''): string => `${publicOrigin ?? ''}${path}${secret === '' ? '' : `#${secret}`}`,
    send: (to: string, language: Language, kind: keyof Mails, write: (words: Mails) => Words): void => mail.send({ kind, to, ...write(MAILS[language]) }),
  };
}
