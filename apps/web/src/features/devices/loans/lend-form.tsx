import { daysLater, localDate, newDocumentId } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useClock } from '../../../kit/clock/clock-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { DateField } from '../../../kit/date/date-field.tsx';
import { dayBegins, dayEnds, fieldDay } from '../../../kit/date/zone-days.ts';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { SearchSelectField } from '../../../kit/form/search-select-field.tsx';
import { TextAreaField } from '../../../kit/form/text-area-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useLeaveWarning, useReportedDirt } from '../../../kit/form/use-leave-warning.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { OrganisationField } from '../../../shared/organisations/organisation-field.tsx';
import { useOrganisations } from '../../../shared/organisations/use-organisations.ts';
import { useLendableDevices, type LendableDevice } from './loan-source.ts';
import css from './loans.module.css';

type LendFormProps = {
  readonly serial: string;
  readonly timeZone: string;
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onLent: () => void;
  readonly onCancel: () => void;
};

/** Default length of a loan: four weeks. */
const USUAL_DAYS = 28;

type LendOptions = Pick<LendFormProps, 'serial' | 'timeZone' | 'onLent'> & {
  readonly devices: readonly LendableDevice[] | null;
};

/** The form, and today's date for its fields. */
function useLendForm({ serial, timeZone, devices, onLent }: LendOptions) {
  const { t } = useTranslation('loans');
  const rules = useRules();
  const clock = useClock();
  const documents = useDocuments();
  const toasts = useToasts();
  const today = localDate(clock.now(), timeZone);
  const form = useForm({
    initial: {
      serial,
      toDomainId: '',
      from: fieldDay(today),
      until: fieldDay(daysLater(today, USUAL_DAYS - 1)),
      note: '',
    },
    rules: {
      serial: [rules.chosen],
      toDomainId: [rules.chosen],
      note: [rules.atMost(2000)],
      from: [rules.required, rules.dateBetween(fieldDay(today), '')],
      until: [rules.required, rules.date, (until, { from }) => rules.dateSpan({ from, to: until })],
    },
    submit: async (values) => {
      const device = devices?.find((each) => each.serial === values.serial);
      if (device === undefined) return { code: 'device-not-found', place: 'serial' };
      const nowMs = clock.now();
      // A loan from today starts now.
      const from = new Date(
        values.from === fieldDay(localDate(nowMs, timeZone))
          ? nowMs
          : dayBegins(values.from, timeZone),
      );
      const loan = {
        serial: device.serial,
        fromDomainId: device.domainId,
        toDomainId: values.toDomainId,
        from,
        until: new Date(dayEnds(values.until, timeZone)),
        returnedAt: null,
        note: values.note.trim(),
      };
      const outcome = await attempt(() =>
        documents
          .doc(
            `deviceLoan/${newDocumentId((count) => crypto.getRandomValues(new Uint8Array(count)))}`,
          )
          .create(loan),
      );
      if (outcome.kind === 'refused') return outcome.problem;
      form.reset(values);
      toasts.show({ type: 'positive', message: t('lend.done', { serial: device.serial }) });
      onLent();
      return null;
    },
  });
  return { form, today };
}

/** Lends a device to another organisation. */
export function LendForm({ serial, timeZone, onDirty, onLent, onCancel }: LendFormProps) {
  const { t } = useTranslation('loans');
  const online = useOnline();
  const devices = useLendableDevices();
  const organisations = useOrganisations();
  const { form, today } = useLendForm({ serial, timeZone, devices, onLent });
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  const chosen = devices?.find((device) => device.serial === form.values.serial);
  const getName = (id: string): string =>
    organisations.find(({ documentReferenceId }) => documentReferenceId === id)?.name ?? '';
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('lend.title')}>
      <SearchSelectField
        label={t('fields.serial')}
        required
        placeholder={devices === null ? t('lend.reading') : t('lend.chooseDevice')}
        hint={
          chosen === undefined ? undefined : t('lend.ownedBy', { name: getName(chosen.domainId) })
        }
        choices={(devices ?? []).map((device) => ({
          value: device.serial,
          label: device.name === '' ? device.serial : `${device.serial} ${device.name}`,
        }))}
        {...form.field('serial')}
      />
      <OrganisationField
        label={t('fields.borrower')}
        required
        placeholder={t('lend.chooseBorrower')}
        offers={({ documentReferenceId }) => documentReferenceId !== chosen?.domainId}
        {...form.field('toDomainId')}
      />
      <div className={css['days']}>
        <DateField
          label={t('fields.from')}
          required
          min={fieldDay(today)}
          {...form.field('from')}
        />
        <DateField
          label={t('fields.until')}
          required
          min={form.values.from}
          {...form.field('until')}
        />
      </div>
      <TextAreaField label={t('fields.note')} rows={2} maxLength={2000} {...form.field('note')} />
      <p className={css['quiet']}>{t('lend.what')}</p>
      <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button kind="primary" submit busy={form.busy} disabled={!online}>
          {t('lend.do')}
        </Button>
      </PanelFoot>
    </form>
  );
}
