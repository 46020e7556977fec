import {
  ACCIDENT_PARAMETERS,
  isGood,
  parameterKey,
  WATCHED_KINDS,
  type AccidentParameter,
  type ParameterOverrides,
  type WatchedKind,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../kit/form/number-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { AlarmSection } from './alarm-section.tsx';
import type { Room } from './api.ts';
import css from './accidents.module.css';
import { Rehearsal } from './rehearsal.tsx';

/** The parameters that users try most: the limit, and how long it must be exceeded. */
const FIGURES = ['limit', 'delayMinutes'] as const;
const SWITCHES = ['asNow', 'on', 'off'] as const;
type Switch = (typeof SWITCHES)[number];

/**
 * Tries one kind of alarm of this room with another threshold; empty inputs keep the current value.
 * Saves nothing.
 */
export function RehearsalTrial({ room }: { readonly room: Room }) {
  const { t } = useTranslation('accidents');
  const [kind, setKind] = useState<WatchedKind>('longAbsence');
  const [isOn, setIsOn] = useState<Switch>('asNow');
  const [figures, setFigures] = useState<Readonly<Record<string, number>>>({});
  const of = (name: string): AccidentParameter | undefined =>
    ACCIDENT_PARAMETERS.find(({ key }) => key === parameterKey(kind, name));
  const choose = (next: WatchedKind | ''): void => {
    if (next === '') return;
    setKind(next);
    setIsOn('asNow');
    setFigures({});
  };
  const set = (key: string, value: number | null): void =>
    setFigures(({ [key]: _before, ...others }) =>
      value === null ? others : { ...others, [key]: value },
    );
  const overrides: ParameterOverrides = {
    ...room.parameterOverrides,
    ...figures,
    ...(isOn === 'asNow' ? {} : { [parameterKey(kind, 'enabled')]: isOn === 'on' }),
  };
  const cannotBe = FIGURES.some((name) => {
    const parameter = of(name);
    const figure = parameter === undefined ? undefined : figures[parameter.key];
    return (
      parameter !== undefined &&
      figure !== undefined &&
      (!isGood(parameter, figure) ||
        (Number.isInteger(parameter.step ?? 1) && !Number.isInteger(figure)))
    );
  });
  return (
    <AlarmSection title={t('rehearsal.title')} lead={t('rehearsal.lead')}>
      <div className={css['trial']}>
        <SelectField
          label={t('list.kinds')}
          name="rehearsed-kind"
          value={kind}
          onChange={choose}
          choices={WATCHED_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        {of('enabled') === undefined ? null : (
          <SelectField
            label={t('rehearsal.enabled')}
            name="rehearsed-enabled"
            value={isOn}
            onChange={(value) => setIsOn(value === '' ? 'asNow' : value)}
            choices={SWITCHES.map((value) => ({ value, label: t(`rehearsal.${value}`) }))}
          />
        )}
        {FIGURES.map((name) => {
          const parameter = of(name);
          return parameter === undefined ? null : (
            <NumberField
              key={parameter.key}
              label={t(`rehearsal.${name}`)}
              name={parameter.key}
              value={figures[parameter.key] ?? null}
              unit={t(`rehearsal.units.${parameter.unit}`, { defaultValue: parameter.unit })}
              hint={t('rehearsal.range', { min: parameter.min ?? '', max: parameter.max ?? '' })}
              min={parameter.min ?? undefined}
              max={parameter.max ?? undefined}
              step={parameter.step ?? 1}
              onChange={(value) => set(parameter.key, value)}
            />
          );
        })}
      </div>
      <Rehearsal
        place={{ kind: 'room', roomId: room.documentReferenceId }}
        overrides={overrides}
        disabled={cannotBe || (isOn === 'asNow' && Object.keys(figures).length === 0)}
      />
    </AlarmSection>
  );
}
