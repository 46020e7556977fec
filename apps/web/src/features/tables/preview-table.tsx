import { useTranslation } from 'react-i18next';
import css from './csv-import.module.css';
import type { OpenedTable } from './engine/csv-message.ts';

const SHOWN_COLUMNS = 40;
const SHOWN_ROWS = 8;

/** The first rows of the file with their line numbers. */
export function PreviewTable({
  opened,
  headerRows,
}: {
  readonly opened: OpenedTable;
  readonly headerRows: number;
}) {
  const { t } = useTranslation('csvImport');
  const columns = Math.min(SHOWN_COLUMNS, opened.columnCount);
  const cells = (row: readonly string[]) =>
    Array.from({ length: columns }, (_, index) => row[index] ?? '');
  return (
    <figure className={css['preview']}>
      <figcaption>
        {t('preview')}
        <span>{t('rowCount', { count: opened.rowCount, columns: opened.columnCount })}</span>
      </figcaption>
      <section className={css['scroll']} tabIndex={0} aria-label={t('preview')}>
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col" data-number="true">
                {t('lineColumn')}
              </th>
              {Array.from({ length: columns }, (_, index) => (
                <th key={index} scope="col">
                  {t('columnNumber', { count: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {opened.preview.slice(0, SHOWN_ROWS).map((row, index) => (
              <tr key={opened.previewLines[index]} data-head={index < headerRows || undefined}>
                <th scope="row" data-number="true">
                  {opened.previewLines[index]}
                </th>
                {cells(row).map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  );
}
