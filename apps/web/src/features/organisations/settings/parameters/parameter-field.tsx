import type { ParameterValue } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../../kit/date/date-field.tsx';
import { CheckField } from '../../../../kit/form/check-field.tsx';
import { NumberField } from '../../../../kit/form/number-field.tsx';
import type { FieldError } from '../../../../kit/form/form-rules.ts';
import { SelectField } from '../../../../kit/form/select-field.tsx';
import { TextField } from '../../../../kit/form/text-field.tsx';
import css from '../domain-config.module.css';
import { dayInField, parseDayField, saidValue, type Parameter } from './parameter-values.ts';

type ParameterFieldProps = {
  readonly parameter: Parameter;
  readonly name: string;
  readonly value: ParameterValue | null;
  readonly error: FieldError;
  readonly disabled: boolean;
  readonly onChange: (value: ParameterValue | null) => void;
  readonly onBlur: () => void;
};

/**
 * A field as the parameter's document describes it. Empty: the default applies, and the text below
 * states it.
 */
export function ParameterField(props: ParameterFieldProps) {
  const { t } = useTranslation('domainConfig');
  const { parameter, value, disabled, onChange } = props;
  const usual = t('usualValue', {
    value: saidValue(parameter, parameter.default, (isOn) => t(isOn ? 'on' : 'off')),
  });
  const hint = parameter.description === '' ? usual : `${parameter.description} ${usual}`;
  return (
    <div className={css['parameter']}>
      <Control {...props} hint={hint} />
      {value === null || disabled ? null : (
        <button type="button" className={css['back']} onClick={() => onChange(null)}>
          {t('backToUsual', { name: parameter.name })}
        </button>
      )}
    </div>
  );
}

function Control({
  parameter: { name: label, kind, unit, min, max, step, choices, default: usual },
  name,
  value,
  error,
  disabled,
  onChange,
  onBlur,
  hint,
}: ParameterFieldProps & { readonly hint: string }) {
  const field = { label, name, error, disabled, onBlur, hint };
  const text = (typed: string): void => onChange(typed === '' ? null : typed);
  switch (kind) {
    case 'number':
      return (
        <NumberField
          {...field}
          value={typeof value === 'number' ? value : null}
          unit={unit === '' ? undefined : unit}
          min={min ?? undefined}
          max={max ?? undefined}
          step={step ?? 1}
          onChange={onChange}
        />
      );
    case 'toggle':
      return (
        <CheckField
          {...field}
          checked={value === null ? usual === true : value === true}
          onChange={onChange}
        />
      );
    case 'date':
      return (
        <DateField
          {...field}
          value={value === null ? '' : dayInField(value)}
          onChange={(typed) => text(parseDayField(typed))}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...field}
          value={value === null ? '' : String(value)}
          empty={String(usual)}
          choices={choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={text}
        />
      );
    case 'text':
      return <TextField {...field} value={value === null ? '' : String(value)} onChange={text} />;
  }
}
