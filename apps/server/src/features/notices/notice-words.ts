import type { AccidentKind, Language } from '@yamori/domain';
import { noticeWords as english } from './text/en/notice-words.ts';
import { noticeWords as japanese } from './text/ja/notice-words.ts';

/** What is told of an accident: that it began, that the next group is asked, that who went said no more, that nobody goes any more, that somebody tries out whether this arrives. */
export type ToldWhat = 'raised' | 'escalated' | 'forgotten' | 'withdrawn' | 'tested';

export type NoticeWords = {
  readonly title: (room: string, kind: AccidentKind) => string;
  readonly body: Readonly<Record<ToldWhat, string>>;
  readonly mail: (title: string, body: string, at: string, link: string | null) => { readonly subject: string; readonly text: string };
  readonly line: (title: string, body: string, at: string, link: string | null) => string;
};

const WORDS: Readonly<Record<Language, NoticeWords>> = { ja: japanese, en: english };

/** Members who have said nothing read Japanese. */
export const wordsIn = (language: Language | null): NoticeWords => WORDS[language ?? 'ja'];

const LOCALES: Readonly<Record<Language, string>> = { ja: 'ja-JP', en: 'en-GB' };

/** A moment as it is read where the room is. */
export const momentIn = (language: Language | null, timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat(LOCALES[language ?? 'ja'], { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone }).format(at);
