import type { ParameterValue } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { ParameterRow } from './parameter-rows.ts';

type ValueFormatter = {
  readonly formatValue: (row: Pick<ParameterRow, 'unit'>, value: ParameterValue) => string;
  readonly formatRange: (row: ParameterRow) => string;
};

/** Formats a value and its range. */
export function useValueFormatter(): ValueFormatter {
  const { t, i18n } = useTranslation('parameters');
  const figure = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 });
  const formatValue: ValueFormatter['formatValue'] = ({ unit }, value) => {
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'string') return value === '' ? t('nothing') : value;
    return unit === ''
      ? figure.format(value)
      : t('withUnit', { value: figure.format(value), unit });
  };
  return {
    formatValue,
    formatRange: (row) => {
      if (row.kind === 'toggle') return t('onOrOff');
      if (row.kind === 'choice') return row.choices.join(t('separator'));
      if (row.kind !== 'number')
        return row.kind === 'date' ? t('aDay') : row.original === null ? t('aText') : t('aTime');
      if (row.min === null && row.max === null) return t('anyNumber');
      return t('between', {
        min: row.min === null ? '' : figure.format(row.min),
        max: row.max === null ? '' : formatValue(row, row.max),
      });
    },
  };
}
