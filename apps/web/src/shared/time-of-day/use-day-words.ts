import { useTranslation } from 'react-i18next';
import { dayAndTime, momentWords } from '../../locales/moment-words.ts';

/** Formats a day, with or without its time, in the current language; 24 hours. */
export function useDayWords(style: 'day' | 'time' = 'day'): (at: string) => string {
  const { language } = useTranslation().i18n;
  return momentWords(language, style === 'day' ? { dateStyle: 'medium' } : dayAndTime(language));
}
