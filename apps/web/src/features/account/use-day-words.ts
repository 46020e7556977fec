import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** A day, and a day with its time, as the language that is spoken writes them; 24 hours. */
export function useDayWords(style: 'day' | 'time' = 'day'): (at: string) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en' : 'ja-JP', style === 'day' ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short', hour12: false });
    return (at) => format.format(new Date(at));
  }, [i18n.language, style]);
}
