import { localDate } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useClock } from '../../../kit/clock/clock-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { DateField } from '../../../kit/date/date-field.tsx';
import { dayEnds, fieldDay } from '../../../kit/date/zone-days.ts';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import type { Loan } from './loan-source.ts';
import css from './loans.module.css';

/**
 * Records the return: today, or on a day since the start. The device leaves the borrower's room
 * immediately.
 */
export function LoanReturn({ loan, timeZone }: { readonly loan: Loan; readonly timeZone: string }) {
  const { t } = useTranslation('loans');
  const online = useOnline();
  const rules = useRules();
  const clock = useClock();
  const documents = useDocuments();
  const toasts = useToasts();
  const today = fieldDay(localDate(clock.now(), timeZone));
  const first = fieldDay(localDate(loan.from.getTime(), timeZone));
  const form = useForm({
    initial: { returnedAt: today },
    rules: { returnedAt: [rules.required, rules.dateBetween(first, today)] },
    submit: async ({ returnedAt }) => {
      // The end of an earlier day, and never the future.
      const at = new Date(Math.min(clock.now(), dayEnds(returnedAt, timeZone) - 1));
      const outcome = await attempt(() =>
        documents.doc(`deviceLoan/${loan.documentReferenceId}`).update({ returnedAt: at }),
      );
      if (outcome.kind === 'refused') return outcome.problem;
      toasts.show({ type: 'positive', message: t('return.done', { serial: loan.serial }) });
      return null;
    },
  });
  return (
    <form {...form.bind} className={css['part']} aria-label={t('return.title')}>
      <h3>{t('return.title')}</h3>
      <div className={css['return']}>
        <DateField
          label={t('return.day')}
          required
          min={first}
          max={today}
          {...form.field('returnedAt')}
        />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {t('return.do')}
        </Button>
      </div>
      <p className={css['quiet']}>{t('return.what')}</p>
      <FormError message={form.errorText} />
    </form>
  );
}
