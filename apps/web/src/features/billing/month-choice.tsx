import { monthsLater } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useMonthFormatter } from './bill-columns.tsx';
import { UNPAID } from './api.ts';
import css from './bills.module.css';

type MonthProps = {
  readonly month: string;
  readonly running: string;
  readonly onMonth: (month: string) => void;
};

/** Previous and next month, a month of the last years, or all unpaid bills. */
export function MonthChoice({ month, running, onMonth }: MonthProps) {
  const { t } = useTranslation('bills');
  const formatMonth = useMonthFormatter();
  const offered = Array.from({ length: 36 }, (_, index) => monthsLater(running, -index));
  const isUnpaid = month === UNPAID;
  const all = isUnpaid || offered.includes(month) ? offered : [...offered, month];
  return (
    <fieldset className={css['months']} aria-label={t('month')}>
      <button
        type="button"
        data-back=""
        aria-label={t('earlier')}
        title={t('earlier')}
        disabled={isUnpaid}
        onClick={() => onMonth(monthsLater(month, -1))}
      >
        <ToolIcon name="right" size={16} />
      </button>
      <select
        aria-label={t('month')}
        value={month}
        onChange={(event) => onMonth(event.currentTarget.value)}
      >
        <option value={UNPAID}>{t('unpaid.option')}</option>
        {all.map((option) => (
          <option key={option} value={option}>
            {formatMonth(option)}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={t('later')}
        title={t('later')}
        disabled={isUnpaid || month >= running}
        onClick={() => onMonth(monthsLater(month, 1))}
      >
        <ToolIcon name="right" size={16} />
      </button>
    </fieldset>
  );
}
