import { useTranslation } from 'react-i18next';
import { useBillApi, type Bill } from './api.ts';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { useBulkRun } from '../../kit/list/bulk-progress.tsx';
import { SelectionBar } from '../../kit/list/selection-bar.tsx';
import { datesIfIssued } from './bill-actions.tsx';
import { useDateFormatter } from './bill-columns.tsx';
import { PaymentForm } from './payment-form.tsx';

type ChosenProps = { readonly bills: readonly Bill[]; readonly onDone: () => void };

/** Actions on several bills, one after the other; the user can stop them. */
export const BillBulkBar = ({ bills, onDone }: ChosenProps) => (
  <SelectionBar count={bills.length} onClear={onDone}>
    <IssueSeveral bills={bills.filter(({ state }) => state === 'draft')} onDone={onDone} />
    <PaySeveral bills={bills.filter(({ state }) => state === 'issued')} onDone={onDone} />
  </SelectionBar>
);

/** Issues each bill in the version shown here. Cannot be undone. */
function IssueSeveral({ bills, onDone }: ChosenProps) {
  const { t } = useTranslation('bills');
  const { issue: issueBill } = useBillApi();
  const online = useOnline();
  const dialogs = useDialogs();
  const run = useBulkRun();
  const clock = useClock();
  const formatDate = useDateFormatter();
  const issue = async (): Promise<void> => {
    const dates = bills.map((bill) => datesIfIssued(bill, clock.now()));
    const dues = dates.map(({ due }) => due).toSorted();
    const getWords = (date: string | undefined): string =>
      date === undefined ? '' : formatDate(date);
    const details = {
      issued: getWords(dates[0]?.issued),
      from: getWords(dues[0]),
      to: getWords(dues.at(-1)),
    };
    if (
      !(await dialogs.confirm({
        title: t('issue.severalTitle', { count: bills.length }),
        message: t(
          details.from === details.to ? 'issue.severalMessage' : 'issue.severalMessageSpan',
          details,
        ),
        ok: t('issue.do'),
        isFinal: true,
      }))
    )
      return;
    await run(
      t('issue.running'),
      bills.map((bill) => ({
        id: bill.documentReferenceId,
        name: t('oneOf', { name: bill.recipient.name, which: bill.month.replace('-', '/') }),
        act: async () => {
          await issueBill(bill);
          return null;
        },
      })),
      (count) => t('issue.severalDone', { count }),
    );
    onDone();
  };
  return (
    <Button disabled={!online || bills.length === 0} onClick={() => void issue()}>
      {t('issue.several', { count: bills.length })}
    </Button>
  );
}

/** Records all payments on one day, as in a bank statement; can be undone. */
function PaySeveral({ bills, onDone }: ChosenProps) {
  const { t } = useTranslation('bills');
  const api = useBillApi();
  const online = useOnline();
  const dialogs = useDialogs();
  const run = useBulkRun();
  const pay = async (): Promise<void> => {
    const paidOn = await dialogs.open<string | null>(
      { title: t('pay.severalTitle', { count: bills.length }), size: 'small' },
      null,
      (answer) => <PaymentForm bills={bills} onAnswer={answer} />,
    );
    if (paidOn === null) return;
    await run(
      t('pay.running'),
      bills.map((bill) => ({
        id: bill.documentReferenceId,
        name: t('oneOf', {
          name: bill.recipient.name,
          which: bill.number ?? bill.month.replace('-', '/'),
        }),
        act: async () => {
          await api.pay(bill, paidOn);
          return () => api.takePaymentBack(bill, paidOn);
        },
      })),
      (count) => t('pay.severalDone', { count }),
    );
    onDone();
  };
  return (
    <Button disabled={!online || bills.length === 0} onClick={() => void pay()}>
      {t('pay.several', { count: bills.length })}
    </Button>
  );
}
