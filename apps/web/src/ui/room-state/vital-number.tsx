import { VITAL_MAXIMUM_AGE_SECONDS, type VitalReading } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { agoWords } from '../../text/age-words.ts';
import { useTimed } from '../clock/clock-context.tsx';
import css from './room-state.module.css';

export type VitalKind = 'heartRate' | 'respirationRate' | 'temperature';

type VitalProps = { readonly kind: VitalKind; readonly reading: VitalReading | null; readonly size?: 'table' | 'small' | 'large' };

/** A reading less certain than this is shown as doubtful. */
const CERTAIN_FROM = 0.5;

/** A number with its unit; never an old one: "--" once it is past its maximum age. */
export function VitalNumber({ kind, reading, size = 'small' }: VitalProps) {
  const { t } = useTranslation('states');
  const { t: ages } = useTranslation('age');
  const shown = useTimed((nowMs) => vitalText(kind, reading, nowMs));
  const age = useTimed((nowMs) => (reading === null ? '' : agoWords(ages, reading.at, nowMs)));
  const label = t(kind);
  const unit = kind === 'temperature' ? t('celsius') : t('perMinute');
  const words = shown === MISSING ? t('notMeasured', { label }) : t('measured', { label, value: shown, unit, age });
  const doubtful = shown !== MISSING && reading !== null && reading.certainty < CERTAIN_FROM;
  return (
    <span className={css['vital']} data-size={size} data-missing={shown === MISSING} data-doubtful={doubtful} title={words}>
      {size === 'table' ? null : <span className={css['vitalLabel']} aria-hidden="true">{label}</span>}
      <span className={css['vitalValue']} aria-hidden="true">{shown}</span>
      {size === 'table' ? null : <span className={css['vitalUnit']} aria-hidden="true">{unit}</span>}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

const MISSING = '--';

/** The figure, or "--" when there is none or it is older than its maximum age. */
export function vitalText(kind: VitalKind, reading: VitalReading | null, nowMs: number): string {
  if (reading === null || nowMs - reading.at.getTime() > VITAL_MAXIMUM_AGE_SECONDS[kind] * 1000) return MISSING;
  return kind === 'temperature' ? reading.value.toFixed(1) : String(Math.round(reading.value));
}
