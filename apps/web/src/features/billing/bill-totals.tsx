import { useTranslation } from 'react-i18next';
import { ShownStateBadge, useYen } from './bill-columns.tsx';
import { totalsByState } from './bill-list.ts';
import type { Bill } from './api.ts';
import css from './bills.module.css';

/** The number of bills in each state and their total with tax. Ignores the list's filter. */
export function BillTotals({
  bills,
  nowMs,
}: {
  readonly bills: readonly Bill[];
  readonly nowMs: number;
}) {
  const { t } = useTranslation('bills');
  const yen = useYen();
  if (bills.length === 0) return null;
  return (
    <ul className={css['totals']} aria-label={t('totals')}>
      {totalsByState(bills, nowMs).map(({ state, count, total }) => (
        <li key={state}>
          <ShownStateBadge state={state} />
          <span>{t('count', { count })}</span>
          <strong>{t('withTax', { total: yen(total) })}</strong>
        </li>
      ))}
    </ul>
  );
}
