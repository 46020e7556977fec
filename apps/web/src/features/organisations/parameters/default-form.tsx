import { ACCIDENT_PARAMETERS, isGood, parameterFault, type ParameterValue } from '@yamori/domain';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../kit/date/date-field.tsx';
import { TimeField } from '../../../kit/date/time-field.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { Button } from '../../../kit/form/button.tsx';
import { CheckField } from '../../../kit/form/check-field.tsx';
import formCss from '../../../kit/form/form.module.css';
import { PanelFoot } from '../../../kit/form/panel-foot.tsx';
import { NumberField } from '../../../kit/form/number-field.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useForm, type FieldBinding } from '../../../kit/form/use-form.ts';
import { useIssueMessage } from '../../../kit/form/use-issue-message.ts';
import { useLeaveWarning, useReportedDirt } from '../../../kit/form/use-leave-warning.ts';
import { isChanged, type ParameterRow } from './parameter-rows.ts';
import css from './parameters.module.css';
import { useDefaultSave, type DefaultValues } from './use-default-save.ts';
import { useValueFormatter } from './use-value-formatter.ts';

type DefaultFormProps = {
  readonly row: ParameterRow;
  readonly onDirty: (isDirty: () => boolean) => void;
  /** Called with the saved value while nothing else is typed. */
  readonly onSettled: (value: ParameterValue) => void;
};

/** The default value. It takes effect within seconds, so it can be undone as quickly. */
export function DefaultForm({ row, onDirty, onSettled }: DefaultFormProps) {
  const { t } = useTranslation('parameters');
  const online = useOnline();
  const issueMessage = useIssueMessage();
  const { formatValue } = useValueFormatter();
  const save = useDefaultSave(row);
  const form = useForm<DefaultValues>({
    initial: { default: row.value },
    rules: {
      default: [
        (value) => {
          const fault = findFault(row, value);
          return fault === null || issueMessage(fault);
        },
      ],
    },
    submit: (values) => save.save(values, (now) => void setTimeout(() => form.reset(now))),
  });
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  const { dirty } = form;
  useEffect(() => {
    if (!dirty) onSettled(row.value);
  }, [dirty, row.value, onSettled]);
  const original = row.original;
  return (
    <form {...form.bind} className={`${formCss['form']} ${css['part']}`} aria-label={t('change')}>
      <h3>{t('change')}</h3>
      <div className={css['field']}>
        <Control row={row} binding={form.field('default')} />
      </div>
      <p className={css['quiet']}>{t('reach', { domains: row.domains, rooms: row.rooms })}</p>
      <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
        {original !== null && isChanged(row) ? (
          <Button
            disabled={!online || form.busy}
            onClick={() => void save.restore(() => form.reset({ default: original }))}
          >
            {t('restore', { value: formatValue(row, original) })}
          </Button>
        ) : null}
        <Button kind="primary" submit busy={form.busy} disabled={!online || !form.dirty}>
          {t('save')}
        </Button>
      </PanelFoot>
    </form>
  );
}

/** Errors of a missing number, and of text that is not a time of day. */
const [MISSING, NO_TIME] = ['value-required', 'format-time'] as const;

function findFault(row: ParameterRow, value: ParameterValue) {
  if (Number.isNaN(value)) return { code: MISSING };
  const definition = ACCIDENT_PARAMETERS.find(({ key }) => key === row.key);
  return (
    parameterFault({ ...row, choices: [...row.choices] }, value) ??
    (definition !== undefined && !isGood(definition, value) ? { code: NO_TIME } : null)
  );
}

function Control({
  row: { kind, unit, min, max, step, choices, original },
  binding: { value, onChange, ...field },
}: {
  readonly row: ParameterRow;
  readonly binding: FieldBinding<'default', ParameterValue>;
}) {
  const { t } = useTranslation('parameters');
  const label = t('fields.value');
  switch (kind) {
    case 'number':
      return (
        <NumberField
          {...field}
          label={label}
          value={typeof value === 'number' && !Number.isNaN(value) ? value : null}
          unit={unit === '' ? undefined : unit}
          min={min ?? undefined}
          max={max ?? undefined}
          step={step ?? 1}
          onChange={(figure) => onChange(figure ?? Number.NaN)}
        />
      );
    case 'toggle':
      return (
        <CheckField {...field} label={t('isOn')} checked={value === true} onChange={onChange} />
      );
    case 'date':
      return (
        <DateField
          {...field}
          label={label}
          value={String(value).replaceAll('-', '/')}
          onChange={(day) => onChange(day.replaceAll('/', '-'))}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...field}
          label={label}
          value={String(value)}
          choices={choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={onChange}
        />
      );
    case 'text':
      return original === null ? (
        <TextField {...field} label={label} value={String(value)} onChange={onChange} />
      ) : (
        <TimeField {...field} label={label} value={String(value)} onChange={onChange} />
      );
  }
}
