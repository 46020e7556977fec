import { knownZone, type Language } from '@yamori/domain';
import { notificationTexts as english } from './locales/en/notification-texts.ts';
import { notificationTexts as japanese } from './locales/ja/notification-texts.ts';
import type { NotificationTexts } from './locales/notification-text.ts';

const WORDS: Readonly<Record<Language, NotificationTexts>> = { ja: japanese, en: english };

/** Members without a chosen language read Japanese. */
export const getTexts = (language: Language | null): NotificationTexts => WORDS[language ?? 'ja'];

const LOCALES: Readonly<Record<Language, string>> = { ja: 'ja-JP', en: 'en-GB' };

/** Formats a time for the room’s time zone. An unknown zone must not block an alarm. */
export const formatTime = (language: Language | null, timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat(LOCALES[language ?? 'ja'], {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: knownZone(timeZone),
  }).format(at);
