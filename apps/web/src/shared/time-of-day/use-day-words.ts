import { useTranslation } from 'react-i18next';
import { dayAndTime, momentWords } from '../../text/moment-words.ts';

/** A day, and a day with its time, as the language that is spoken writes them; 24 hours. */
export function useDayWords(style: 'day' | 'time' = 'day'): (at: string) => string {
  const { language } = useTranslation().i18n;
  return momentWords(language, style === 'day' ? { dateStyle: 'medium' } : dayAndTime(language));
}
