import { useTranslation } from 'react-i18next';

/** An instant as people write it: 2026/11/21(土) 20:40. */
export function useMomentWords(): (iso: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : 'ja-JP', {
    year: 'numeric', month: i18n.language === 'en' ? 'short' : '2-digit', day: '2-digit', weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false,
  });
  return (iso) => format.format(new Date(iso));
}
