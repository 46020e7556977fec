import { localDate } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { DateField } from '../../kit/date/date-field.tsx';
import { fieldDay } from '../../kit/date/zone-days.ts';
import { DialogBody, DialogFoot, DialogText } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { useYen } from './bill-columns.tsx';
import type { Bill } from './api.ts';

/**
 * The allowed payment dates: from the earliest issue date until today, in the time zones of all
 * bills.
 */
export function usePayableDays(bills: readonly Pick<Bill, 'issuedAt' | 'timeZone'>[]): {
  readonly first: string;
  readonly today: string;
} {
  const nowMs = useClock().now();
  const days = bills.map(({ issuedAt, timeZone }) => ({
    first: fieldDay(localDate(issuedAt?.getTime() ?? 0, timeZone)),
    today: fieldDay(localDate(nowMs, timeZone)),
  }));
  return {
    first: days.map(({ first }) => first).toSorted()[0] ?? '',
    today: days.map(({ today }) => today).toSorted()[0] ?? '',
  };
}

type PaymentFormProps = {
  readonly bills: readonly Bill[];
  /** The date in the server's format. */
  readonly onAnswer: (paidOn: string | null) => void;
};

/** One date for several bills. The server rejects a bill that was issued after it. */
export function PaymentForm({ bills, onAnswer }: PaymentFormProps) {
  const { t } = useTranslation('bills');
  const rules = useRules();
  const yen = useYen();
  const { first, today } = usePayableDays(bills);
  const form = useForm({
    initial: { paidOn: today },
    rules: { paidOn: [rules.required, rules.dateBetween(first, today)] },
    submit: async ({ paidOn }) => {
      onAnswer(paidOn.replaceAll('/', '-'));
      return null;
    },
  });
  return (
    <form {...form.bind} aria-label={t('pay.title')}>
      <DialogBody>
        <DialogText>
          {t('pay.severalMessage', {
            count: bills.length,
            total: yen(bills.reduce((sum, { total }) => sum + total, 0)),
          })}
        </DialogText>
        <DateField
          label={t('pay.day')}
          required
          min={first}
          max={today}
          {...form.field('paidOn')}
        />
        <DialogFoot>
          <Button onClick={() => onAnswer(null)}>{t('cancel')}</Button>
          <Button submit kind="primary" busy={form.busy}>
            {t('pay.do')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
