import { useTranslation } from 'react-i18next';
import { dayAndTime, createDateTimeFormatter } from '../../locales/date-time-formatter.ts';

/** Formats a day, with or without its time, in the current language; 24 hours. */
export function useDayFormatter(style: 'day' | 'time' = 'day'): (at: string) => string {
  const { language } = useTranslation().i18n;
  return createDateTimeFormatter(
    language,
    style === 'day' ? { dateStyle: 'medium' } : dayAndTime(language),
  );
}
