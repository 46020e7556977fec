import { DECIMAL_SIGNS } from '@yamori/domain';
import type { TextEncodingName } from '@yamori/formats';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../kit/form/select-field.tsx';
import css from './csv-import.module.css';
import type { Reading } from './engine/csv-message.ts';
import type { ChosenTable } from './setup.ts';

const ENCODINGS: readonly TextEncodingName[] = [
  'utf-8',
  'shift_jis',
  'utf-16le',
  'utf-16be',
  'windows-1252',
];
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|', space: ' ' } as const;
type DelimiterName = keyof typeof DELIMITERS;
// Object.keys loses the key type; the keys are exactly these.
const DELIMITER_NAMES = Object.keys(DELIMITERS) as DelimiterName[];
const HEADER_ROWS = ['0', '1', '2', '3'] as const;

type ReadingFieldsProps = {
  readonly table: ChosenTable;
  readonly onReading: (change: Partial<Reading>) => void;
  readonly onTable: (table: ChosenTable) => void;
};

/**
 * The reading options. The first two read the file again; the others only change the meaning of its
 * cells.
 */
export function ReadingFields({ table, onReading, onTable }: ReadingFieldsProps) {
  const { t } = useTranslation('csvImport');
  const { opened, decimal, headerRows } = table;
  return (
    <div className={css['fields']}>
      <SelectField
        label={t('encoding')}
        name="encoding"
        value={opened.encoding}
        onChange={(encoding) => {
          if (encoding !== '') onReading({ encoding });
        }}
        choices={ENCODINGS.map((value) => ({
          value,
          label:
            opened.marked && value === opened.encoding
              ? t('withMark', { name: t(`encodings.${value}`) })
              : t(`encodings.${value}`),
        }))}
      />
      <SelectField
        label={t('delimiter')}
        name="delimiter"
        value={DELIMITER_NAMES.find((name) => DELIMITERS[name] === opened.delimiter) ?? ''}
        onChange={(name) => {
          if (name !== '') onReading({ delimiter: DELIMITERS[name] });
        }}
        choices={DELIMITER_NAMES.map((value) => ({ value, label: t(`delimiters.${value}`) }))}
      />
      <SelectField
        label={t('decimal')}
        name="decimal"
        value={decimal}
        onChange={(sign) => {
          if (sign !== '') onTable({ ...table, decimal: sign });
        }}
        choices={DECIMAL_SIGNS.map((value) => ({ value, label: t(`decimals.${value}`) }))}
      />
      <SelectField
        label={t('header')}
        name="header"
        value={HEADER_ROWS.find((rows) => Number(rows) === headerRows) ?? '1'}
        onChange={(rows) => onTable({ ...table, headerRows: Number(rows) })}
        choices={HEADER_ROWS.map((value) => ({ value, label: t(`headers.${value}`) }))}
      />
    </div>
  );
}
