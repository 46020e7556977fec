import { REPORT_WORDS_EN, REPORT_WORDS_JA, takenOut } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { dayAndTime, createDateTimeFormatter } from '../../locales/date-time-formatter.ts';

/**
 * Describes an exported file in a sentence; null if this version does not know the entry's format.
 */
export function useExportFormatter(): (exported: unknown, timeZone?: string) => string | null {
  const { t, i18n } = useTranslation('history');
  const { t: rooms } = useTranslation('rooms');
  const tables = (i18n.language === 'en' ? REPORT_WORDS_EN : REPORT_WORDS_JA).table;
  return (exported, timeZone) => {
    const { success, data } = takenOut.safeParse(exported);
    if (!success) return null;
    const at = createDateTimeFormatter(i18n.language, {
      ...dayAndTime(i18n.language),
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    if (data.file === 'history') {
      const bounds = {
        from: data.from === null ? t('taken.first') : at(data.from),
        to: data.until === null ? t('taken.last') : at(data.until),
      };
      return t(data.isFiltered ? 'taken.historyPart' : 'taken.history', bounds);
    }
    if (data.file === 'room') {
      return t('taken.room', {
        format: rooms(`export.formats.${data.format}`),
        from: at(data.from),
        to: at(data.to),
      });
    }
    const { from, to, rooms: count } = data;
    if (data.file === 'nightTable') return t('taken.nightTable', { from, to, count });
    const format = t(`taken.formats.${data.format}`);
    return t('taken.report', {
      format:
        data.table === null ? format : t('taken.table', { format, table: tables[data.table] }),
      from,
      to,
      count,
    });
  };
}
