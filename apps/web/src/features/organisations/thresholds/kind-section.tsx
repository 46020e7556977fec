import { ACCIDENT_TRAITS, parameterKey, type AccidentKind } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../kit/form/use-form.ts';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { ThresholdField } from './threshold-field.tsx';
import {
  heldValue,
  isOn,
  MIXED,
  ofKind,
  setCount,
  type Inherited,
  type ThresholdValues,
} from './threshold-values.ts';
import css from './thresholds.module.css';
import {
  getParameterName,
  useThresholdLabels,
} from '../../../shared/thresholds/use-threshold-labels.ts';

type KindPartProps = {
  readonly kind: AccidentKind;
  readonly form: Form<ThresholdValues>;
  readonly inherited: Inherited;
  readonly mayEdit: boolean;
  readonly hasFault: boolean;
};

/** The rule of one alarm kind: a summary line that opens to all its values. */
export function KindSection({ kind, form, inherited, mayEdit, hasFault }: KindPartProps) {
  const { t } = useTranslation('thresholds');
  const { t: accidents } = useTranslation('accidents');
  const { values } = form;
  const on = isOn(kind, values, inherited);
  const own = setCount(kind, values);
  const isMixed = ofKind(kind).some(({ key }) => values[key] === MIXED);
  const [isOpen, setOpen] = useState(false);
  return (
    // Keep errors visible. Closed kinds render no fields: there are some ninety.
    <details
      className={css['kind']}
      open={isOpen || hasFault}
      onToggle={(event) => {
        event.currentTarget.open ||= hasFault;
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        <ToolIcon name="right" size={16} />
        <strong>{accidents(`kind.${kind}`)}</strong>
        <span className={css['severity']} data-severity={ACCIDENT_TRAITS[kind].severity}>
          {accidents(`severity.${ACCIDENT_TRAITS[kind].severity}`)}
        </span>
        <span className={css['state']} data-on={on}>
          {on ? <Summary kind={kind} values={values} inherited={inherited} /> : t('off')}
        </span>
        {isMixed ? (
          <span className={css['mark']}>{t('mixed')}</span>
        ) : own === 0 ? null : (
          <span className={css['mark']}>{t('ownCount', { count: own })}</span>
        )}
      </summary>
      {isOpen || hasFault ? (
        <div className={css['values']}>
          {ofKind(kind).map((parameter) => (
            <ThresholdField
              key={parameter.key}
              parameter={parameter}
              inherited={inherited}
              disabled={!mayEdit || (!on && getParameterName(parameter.key) !== 'enabled')}
              {...form.field(parameter.key)}
            />
          ))}
        </div>
      ) : null}
    </details>
  );
}

/** Summarises the rule: its limit, duration and hours. */
function Summary({
  kind,
  values,
  inherited,
}: Pick<KindPartProps, 'kind' | 'inherited'> & { readonly values: ThresholdValues }) {
  const { t } = useTranslation('thresholds');
  const { formatValue } = useThresholdLabels();
  const formatField = (name: string): string | null => {
    const parameter = ofKind(kind).find(({ key }) => key === parameterKey(kind, name));
    const value = parameter === undefined ? undefined : heldValue(values, inherited, parameter.key);
    return parameter === undefined || value === undefined || Number.isNaN(value)
      ? null
      : formatValue(parameter, value);
  };
  const [limit, delay, from, until, times, within] = [
    'limit',
    'delayMinutes',
    'from',
    'until',
    'repeats',
    'withinMinutes',
  ].map(formatField);
  const parts = [
    limit ?? null,
    delay === null ||
    delay === undefined ||
    heldValue(values, inherited, parameterKey(kind, 'delayMinutes')) === 0
      ? null
      : t('lasting', { time: delay }),
    times === null || within === null ? null : t('often', { times, within }),
    from === null || from === until ? null : t('between', { from, until }),
  ].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? t('atOnce') : parts.join(' · ');
}
