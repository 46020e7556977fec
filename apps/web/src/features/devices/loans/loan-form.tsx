import { localDate, ProblemError, type LoanState } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../../live/documents/documents-context.tsx';
import { useClock } from '../../../kit/clock/clock-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { DateField } from '../../../kit/date/date-field.tsx';
import { dayBegins, dayEnds, fieldDay, lastDay } from '../../../kit/date/zone-days.ts';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { TextAreaField } from '../../../kit/form/text-area-field.tsx';
import { mergeValues } from '../../../kit/form/three-way.ts';
import { useConflictSave, type MergedSave } from '../../../kit/form/use-conflict-save.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useLeaveWarning, useReportedDirt } from '../../../kit/form/use-leave-warning.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import type { Loan } from './loan-source.ts';
import css from './loans.module.css';

type LoanValues = { readonly from: string; readonly until: string; readonly note: string };
type LoanFormProps = {
  readonly loan: Loan;
  readonly state: LoanState;
  readonly timeZone: string;
  readonly onDirty: (isDirty: () => boolean) => void;
};

const toValues = (
  { from, until, note }: Pick<Loan, 'from' | 'until' | 'note'>,
  timeZone: string,
): LoanValues => ({
  from: fieldDay(localDate(from.getTime(), timeZone)),
  until: fieldDay(lastDay(until.getTime(), timeZone)),
  note,
});

/** The agreed end, and the start until the loan has begun; a note at any time. */
export function LoanForm({ loan, state, timeZone, onDirty }: LoanFormProps) {
  const { t } = useTranslation('loans');
  const online = useOnline();
  const rules = useRules();
  const today = fieldDay(localDate(useClock().now(), timeZone));
  const save = useSave(loan, timeZone);
  const form = useForm<LoanValues>({
    initial: toValues(loan, timeZone),
    rules: {
      from: [rules.required, rules.date],
      until: [rules.required, rules.date, (until, { from }) => rules.dateSpan({ from, to: until })],
      note: [rules.atMost(2000)],
    },
    submit: (values) => save(values, (now) => void setTimeout(() => form.reset(now))),
  });
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  const isOver = state === 'returned';
  return (
    <form
      {...form.bind}
      className={`${formCss['form']} ${css['part']}`}
      aria-label={t('change.title')}
    >
      <h3>
        {isOver ? t('fields.note') : state === 'planned' ? t('change.title') : t('change.extend')}
      </h3>
      {isOver ? null : (
        <div className={css['days']}>
          {state === 'planned' ? (
            <DateField label={t('fields.from')} required min={today} {...form.field('from')} />
          ) : null}
          <DateField
            label={t('fields.until')}
            required
            min={state === 'planned' ? form.values.from : today}
            {...form.field('until')}
          />
        </div>
      )}
      <TextAreaField label={t('fields.note')} rows={2} maxLength={2000} {...form.field('note')} />
      <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
        <Button
          submit
          kind={state === 'overdue' ? 'plain' : 'primary'}
          busy={form.busy}
          disabled={!online || !form.dirty}
        >
          {t('change.save')}
        </Button>
      </PanelFoot>
    </form>
  );
}

const saveLoan = (
  documents: ProductDocuments,
  loan: Loan,
  timeZone: string,
  base: LoanValues,
  mine: LoanValues,
) =>
  documents.transaction<MergedSave<LoanValues>>(async (transaction) => {
    const place = documents.doc(`deviceLoan/${loan.documentReferenceId}`);
    const found = await transaction.get(place);
    if (found === null || !isWhole(found)) throw new ProblemError('document-not-found');
    const theirs = toValues(found, timeZone);
    const { changes, conflicts } = mergeValues(base, mine, theirs);
    if (conflicts.length > 0) return { kind: 'conflict', theirs, conflicts };
    const { from, until, note } = changes;
    if (Object.keys(changes).length > 0) {
      transaction.update(place, {
        ...(from === undefined ? {} : { from: new Date(dayBegins(from, timeZone)) }),
        ...(until === undefined ? {} : { until: new Date(dayEnds(until, timeZone)) }),
        ...(note === undefined ? {} : { note }),
      });
    }
    return { kind: 'saved', values: { ...theirs, ...changes } };
  });

function useSave(loan: Loan, timeZone: string) {
  const { t } = useTranslation('loans');
  const documents = useDocuments();
  const toasts = useToasts();
  return useConflictSave({
    opened: toValues(loan, timeZone),
    save: (base, mine) => saveLoan(documents, loan, timeZone, base, mine),
    words: {
      getLabel: (name) => t(`fields.${name as keyof LoanValues}`),
      formatValue: (_name, value) =>
        typeof value === 'string' && value !== '' ? value : t('nothing'),
    },
    onSaved: () =>
      void toasts.show({
        type: 'positive',
        message: t('change.saved', { serial: loan.serial }),
      }),
  });
}
