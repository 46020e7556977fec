import {
  ACCIDENT_PREFIX,
  type AccidentParameter,
  type ParameterValue,
  type ValueSource,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';

const NAMES = [
  'enabled',
  'limit',
  'delayMinutes',
  'from',
  'until',
  'repeats',
  'withinMinutes',
  'clears',
  'escalateAfterMinutes',
] as const;
const UNITS: Readonly<Record<string, 'min' | 's' | 'perMinute' | 'degrees' | 'times' | undefined>> =
  { min: 'min', s: 's', '/min': 'perMinute', '°C': 'degrees' };
const LIMITED = [
  'noMovement',
  'apnea',
  'respirationHigh',
  'respirationLow',
  'heartRateHigh',
  'heartRateLow',
  'temperatureHigh',
  'temperatureLow',
  'clockSkew',
] as const;

type ThresholdLabels = {
  readonly getLabel: (key: string) => string;
  readonly getUnit: (parameter: AccidentParameter) => string | undefined;
  readonly formatValue: (parameter: AccidentParameter, value: ParameterValue) => string;
  readonly getSource: (from: ValueSource) => string;
};

/** Names and formats of the alarm parameters. */
export function useThresholdLabels(): ThresholdLabels {
  const { t } = useTranslation('thresholds');
  const getUnit = ({ key, unit }: AccidentParameter): string | undefined => {
    const known = getParameterName(key) === 'repeats' ? 'times' : UNITS[unit];
    return known === undefined ? undefined : t(`units.${known}`);
  };
  return {
    getLabel: (key) => {
      const name = NAMES.find((candidate) => candidate === getParameterName(key));
      const kind = LIMITED.find((candidate) => key === `${ACCIDENT_PREFIX}${candidate}.limit`);
      if (kind !== undefined) return t(`limits.${kind}`);
      return name === undefined ? key : t(`names.${name}`);
    },
    getUnit,
    formatValue: (parameter, value) => {
      if (typeof value === 'boolean') return t(value ? 'on' : 'off');
      const unit = getUnit(parameter);
      return unit === undefined || typeof value === 'string'
        ? String(value)
        : t('withUnit', { value, unit });
    },
    getSource: (from) =>
      from.kind === 'domain' ? t('from.domain', { name: from.name }) : t(`from.${from.kind}`),
  };
}

/** `limit` of `accident.apnea.limit`. */
export const getParameterName = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
