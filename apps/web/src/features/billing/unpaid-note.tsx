import { useTranslation } from 'react-i18next';
import { useAgency } from '../../shared/agency/agency-context.tsx';
import { useNow } from '../../kit/clock/clock-context.tsx';
import listCss from '../../kit/list/list.module.css';
import { useYen } from './bill-columns.tsx';
import { totalsByState } from './bill-list.ts';
import { UNPAID, useBills } from './api.ts';
import css from './bills.module.css';

const MINUTE_MS = 60_000;

/**
 * The unpaid bills of all months with a link, so that an old one is not overlooked. Renders nothing
 * while loading.
 */
export function UnpaidNote({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('bills');
  const yen = useYen();
  const nowMs = useNow(MINUTE_MS);
  const { bills, status } = useBills(useAgency().id, UNPAID);
  if (status.kind !== 'shown' || bills.length === 0) return null;
  const overdue = totalsByState(bills, nowMs).find(({ state }) => state === 'overdue');
  return (
    <p className={css['unpaid']} data-overdue={overdue !== undefined}>
      <span>
        {t('unpaid.sum', {
          count: bills.length,
          total: yen(bills.reduce((sum, { total }) => sum + total, 0)),
        })}
      </span>
      {overdue === undefined ? null : (
        <strong>{t('unpaid.overdue', { count: overdue.count, total: yen(overdue.total) })}</strong>
      )}
      <button type="button" className={listCss['clear']} onClick={onOpen}>
        {t('unpaid.open')}
      </button>
    </p>
  );
}
