import { REPORT_WORDS_EN, REPORT_WORDS_JA, type ReportTexts } from '@yamori/domain';
import { useTranslation } from 'react-i18next';

/** The screen's language and the texts of the tables, shared with the files. */
export function useReportTexts(): { readonly language: 'ja' | 'en'; readonly words: ReportTexts } {
  const { i18n } = useTranslation();
  return i18n.language === 'en'
    ? { language: 'en', words: REPORT_WORDS_EN }
    : { language: 'ja', words: REPORT_WORDS_JA };
}
