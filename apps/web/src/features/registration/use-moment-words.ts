import { useTranslation } from 'react-i18next';
import { momentWords, wholeMoment } from '../../locales/moment-words.ts';

/** Formats an instant: 2026/11/21(土) 20:40. */
export function useMomentWords(): (iso: string) => string {
  const { language } = useTranslation().i18n;
  return momentWords(language, wholeMoment(language));
}
