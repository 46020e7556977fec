import type { AccidentParameter, ParameterValue } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../../../kit/date/time-field.tsx';
import { ToggleField } from '../../../kit/form/check-field.tsx';
import { NumberField } from '../../../kit/form/number-field.tsx';
import type { FieldError } from '../../../kit/form/form-rules.ts';
import { MIXED, NO_FIGURE, type Inherited } from './threshold-values.ts';
import css from './thresholds.module.css';
import {
  getParameterName,
  useThresholdLabels,
} from '../../../shared/thresholds/use-threshold-labels.ts';

type ThresholdFieldProps = {
  readonly parameter: AccidentParameter;
  readonly inherited: Inherited;
  readonly name: string;
  readonly value: ParameterValue | null;
  readonly error: FieldError;
  readonly disabled: boolean;
  readonly onChange: (value: ParameterValue | null) => void;
  readonly onBlur: () => void;
};

/** One value of a rule: its current value, whether it is inherited, and a button to reset it. */
export function ThresholdField(props: ThresholdFieldProps) {
  const { t } = useTranslation('thresholds');
  const { formatValue, getSource, getLabel } = useThresholdLabels();
  const { parameter, inherited, value, disabled, onChange } = props;
  const above = inherited.get(parameter.key) ?? {
    value: parameter.default,
    from: { kind: 'system' } as const,
  };
  const source = t('inherited', {
    source: getSource(above.from),
    value: formatValue(parameter, above.value),
  });
  return (
    <div className={css['value']} data-own={value === null ? undefined : true}>
      <Control {...props} held={value === null || value === MIXED ? above.value : value} />
      <p className={css['source']}>
        {value === MIXED ? (
          <strong>{t('mixed')}</strong>
        ) : value === null ? (
          t('follows', { source: getSource(above.from) })
        ) : (
          <>
            <strong>{t('own')}</strong> {source}
          </>
        )}
        {value === null || disabled ? null : (
          <button
            type="button"
            aria-label={t('backNamed', { name: getLabel(parameter.key) })}
            onClick={() => onChange(null)}
          >
            {t('back')}
          </button>
        )}
      </p>
    </div>
  );
}

function Control({
  parameter,
  held,
  name,
  error,
  disabled,
  onChange,
  onBlur,
}: ThresholdFieldProps & { readonly held: ParameterValue }) {
  const { t } = useTranslation('thresholds');
  const { getLabel, getUnit } = useThresholdLabels();
  const field = { label: getLabel(parameter.key), name, error, disabled, onBlur };
  switch (parameter.kind) {
    case 'toggle':
      return <ToggleField {...field} checked={held === true} onChange={onChange} />;
    case 'text':
      return (
        <TimeField
          {...field}
          hint={getParameterName(parameter.key) === 'until' ? t('untilHint') : undefined}
          value={String(held)}
          onChange={onChange}
        />
      );
    case 'number':
      return (
        <NumberField
          {...field}
          value={typeof held === 'number' && !Number.isNaN(held) ? held : null}
          unit={getUnit(parameter)}
          min={parameter.min ?? undefined}
          max={parameter.max ?? undefined}
          step={parameter.step ?? 1}
          onChange={(figure) => onChange(figure ?? NO_FIGURE)}
        />
      );
  }
}
