import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';

/** Formats an instant: 2026/11/21(土) 20:40. */
export function useDateTimeFormatter(): (iso: string) => string {
  const { language } = useTranslation().i18n;
  return createDateTimeFormatter(language, fullDateTime(language));
}
