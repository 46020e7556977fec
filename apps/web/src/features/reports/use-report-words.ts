import { REPORT_WORDS_EN, REPORT_WORDS_JA, type ReportWords } from '@yamori/domain';
import { useTranslation } from 'react-i18next';

/** The language that the screen speaks, and what tables say in it: the same words as in files. */
export function useReportWords(): { readonly language: 'ja' | 'en'; readonly words: ReportWords } {
  const { i18n } = useTranslation();
  return i18n.language === 'en'
    ? { language: 'en', words: REPORT_WORDS_EN }
    : { language: 'ja', words: REPORT_WORDS_JA };
}
