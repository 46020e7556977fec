import { CSV_FIELDS, type CsvFieldName, type CsvKind } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './csv-import.module.css';
import type { ColumnMap } from './engine/csv-message.ts';
import type { ChosenTable } from './setup.ts';

type ColumnTableProps = {
  readonly kind: CsvKind;
  readonly table: ChosenTable;
  readonly header: readonly string[];
  readonly columns: ColumnMap;
  readonly missing: readonly CsvFieldName[];
  readonly onChange: (columns: ColumnMap) => void;
};

const SAMPLES = 3;
/** Maximum columns to name, because a table can have a thousand. */
const MAX_NAMED = 20;

/** One line for each field: its column, and sample values. */
export function ColumnTable({ kind, table, header, columns, missing, onChange }: ColumnTableProps) {
  const { t } = useTranslation('csvImport');
  const { t: form } = useTranslation('form');
  const names = Array.from({ length: table.opened.columnCount }, (_, index) =>
    (header[index] ?? '') === '' ? t('columnNumber', { count: index + 1 }) : `${header[index]}`,
  );
  const samples = (column: number | undefined): string =>
    column === undefined
      ? ''
      : table.opened.preview
          .slice(table.headerRows, table.headerRows + SAMPLES)
          .map((row) => row[column] ?? '')
          .filter((cell) => cell !== '')
          .join(' / ');
  const choose = (field: CsvFieldName, value: string): void => {
    const column = value === '' ? undefined : Number(value);
    // A column belongs to one field only: remove it from its previous field.
    const freed = Object.fromEntries(
      Object.entries(columns).filter(([name, at]) => name !== field && at !== column),
    );
    onChange(column === undefined ? freed : { ...freed, [field]: column });
  };
  const unused = names.filter((_, column) => !Object.values(columns).includes(column));
  return (
    <>
      <table className={css['columns']}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('sample')}</th>
          </tr>
        </thead>
        <tbody>
          {CSV_FIELDS[kind].map(({ name, required }) => (
            <tr key={name} data-missing={missing.includes(name) || undefined}>
              <th scope="row">
                <label htmlFor={`csv-field-${name}`}>{t(`fields.${name}`)}</label>
                {required ? <span className={css['required']}>{form('required')}</span> : null}
              </th>
              <td>
                <span className={css['select']}>
                  <select
                    id={`csv-field-${name}`}
                    value={columns[name] ?? ''}
                    aria-invalid={missing.includes(name)}
                    onChange={(event) => choose(name, event.currentTarget.value)}
                  >
                    <option value="">{t('noColumn')}</option>
                    {names.map((label, index) => (
                      <option key={index} value={index}>
                        {label}
                      </option>
                    ))}
                  </select>
                  <ToolIcon name="down" size={16} />
                </span>
              </td>
              <td className={css['sample']}>{samples(columns[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css['unused']}>
        {unused.length === 0
          ? t('allUsed')
          : t('unused', {
              count: unused.length,
              names:
                unused.slice(0, MAX_NAMED).join(t('between')) +
                (unused.length > MAX_NAMED ? ' …' : ''),
            })}
      </p>
    </>
  );
}
