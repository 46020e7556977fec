import { useTranslation } from 'react-i18next';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { UNPAID, type Bill } from './api.ts';
import { saveBillsCsv } from './save-bills-csv.ts';

/** Saves the bills of the list as a CSV file. */
export function CsvButton({
  bills,
  month,
}: {
  readonly bills: readonly Bill[];
  readonly month: string;
}) {
  const { t } = useTranslation('bills');
  const clock = useClock();
  const columns = [
    t('fields.recipient'),
    t('month'),
    t('fields.number'),
    t('fields.state'),
    t('fields.subtotal'),
    t('fields.tax'),
    t('fields.total'),
    t('fields.issuedAt'),
    t('fields.dueAt'),
    t('fields.paidOn'),
  ];
  const save = (): Promise<void> =>
    saveBillsCsv(
      bills,
      { columns, state: (state) => t(`states.${state}`) },
      clock.now(),
      `${t('list')}_${month === UNPAID ? t('csv.unpaid') : month}.csv`,
    );
  return (
    <Button disabled={bills.length === 0} onClick={() => void save()}>
      <ToolIcon name="table" size={18} />
      {t('csv.do')}
    </Button>
  );
}
