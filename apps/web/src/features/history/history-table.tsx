import { useTranslation } from 'react-i18next';
import type { HistoryEntry, HistoryRow } from './api.ts';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';
import { HistoryChanges } from './history-changes.tsx';
import { useHistoryFormatter, type HistoryFormatter } from './use-history-formatter.ts';
import css from './update-history.module.css';

type TableProps = {
  readonly rows: readonly HistoryRow[];
  readonly names: ReadonlyMap<string, string>;
  /** Of the times: see `useHistoryZone`. */
  readonly timeZone: string;
};

/** One row for each change: time, author, origin, action, target, and values before and after. */
export function HistoryTable({ rows, names, timeZone }: TableProps) {
  const { t, i18n } = useTranslation('history');
  const words = useHistoryFormatter()(names);
  const at = createDateTimeFormatter(i18n.language, {
    ...fullDateTime(i18n.language),
    second: '2-digit',
    timeZone,
  });
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th>{t('at')}</th>
          <th>{t('who')}</th>
          <th>{t('what')}</th>
          <th>{t('changes')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ documentPath, at: moment, entry }) => (
          <tr key={documentPath}>
            <td data-label={t('at')}>
              <time dateTime={moment.toISOString()}>{at(moment)}</time>
            </td>
            {entry === null ? (
              <td data-label={t('what')} colSpan={3}>
                {t('unreadable')}
                <small>{documentPath}</small>
              </td>
            ) : (
              <Told entry={entry} words={words} timeZone={timeZone} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Told({
  entry,
  words,
  timeZone,
}: {
  readonly entry: HistoryEntry;
  readonly words: HistoryFormatter;
  readonly timeZone: string;
}) {
  const { t } = useTranslation('history');
  return (
    <>
      <td data-label={t('who')}>
        {words.who(entry) ?? <span className={css['quiet']}>{t('gone')}</span>}
        {entry.address === '' ? null : <small>{t('from', { address: entry.address })}</small>}
      </td>
      <td data-label={t('what')}>
        <Done entry={entry} words={words} />
      </td>
      <td data-label={t('changes')}>
        <HistoryChanges entry={entry} words={words} timeZone={timeZone} />
      </td>
    </>
  );
}

/** The action and the document's name, or its path if it has no name. */
function Done({
  entry,
  words,
}: {
  readonly entry: HistoryEntry;
  readonly words: HistoryFormatter;
}) {
  const { t } = useTranslation('history');
  const { kind, name } = words.what(entry);
  return (
    <>
      <strong>{words.action(entry)}</strong>
      <span>
        {kind ?? entry.path}
        {name === null ? '' : t('named', { name })}
      </span>
      {name === null && kind !== null ? <small>{entry.path}</small> : null}
    </>
  );
}
