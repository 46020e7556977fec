import { VITAL_MAXIMUM_AGE_SECONDS, type VitalReading } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../locales/format-age.ts';
import { useTimed } from '../../kit/clock/clock-context.tsx';
import css from './room-state.module.css';
import {
  getDoubt,
  hasNoSensor,
  isWithheld,
  type RoomReading,
  type VitalKind,
} from './vital-reading.ts';

type VitalProps = {
  readonly kind: VitalKind;
  readonly reading: RoomReading;
  readonly size?: 'table' | 'small' | 'large';
};

/** A reading less certain than this is shown as doubtful. */
const CERTAIN_FROM = 0.5;

/**
 * A number with its unit, or "--" once it is past its maximum age. The reason of a withheld value
 * replaces the unit.
 */
export function VitalNumber({ kind, reading, size = 'small' }: VitalProps) {
  const { t } = useTranslation('states');
  const shown = useTimed((nowMs) => vitalText(kind, reading, nowMs));
  const words = useVitalText(kind, reading);
  const doubt = getDoubt(reading);
  const isNone = hasNoSensor(reading);
  const unit = kind === 'temperature' ? t('celsius') : t('perMinute');
  return (
    // The label is an attribute because hidden text would need a layout at each of a thousand
    // changes a second.
    <span
      /*
        oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        -- text that screen readers announce as one unit; there is no image
      */
      role="img"
      aria-label={words}
      className={css['vital']}
      data-size={size}
      data-missing={shown === MISSING}
      data-none={isNone}
      data-doubt={doubt !== null}
      data-doubtful={shown !== MISSING && isDoubtful(reading)}
      title={words}
    >
      {size === 'table' ? null : <span className={css['vitalLabel']}>{t(kind)}</span>}
      <span className={css['vitalValue']}>{isNone ? t('noSensor') : shown}</span>
      {size === 'table' || isNone ? null : (
        <span className={css['vitalUnit']} data-doubt={doubt !== null}>
          {doubt === null ? unit : t(`doubt.${doubt}`)}
        </span>
      )}
    </span>
  );
}

/** Text of a number for screen readers: its age, or why it is missing. */
export function useVitalText(kind: VitalKind, reading: RoomReading): string {
  const { t } = useTranslation('states');
  const { t: ages } = useTranslation('age');
  const label = t(kind);
  const unit = kind === 'temperature' ? t('celsius') : t('perMinute');
  return useTimed((nowMs) => {
    if (isWithheld(reading)) return t(`withheld.${reading.withheld}`, { label });
    const value = vitalText(kind, reading, nowMs);
    return value === MISSING || reading === null
      ? t('notMeasured', { label })
      : t('measured', { label, value, unit, age: formatAgo(ages, reading.at, nowMs) });
  });
}

export const isDoubtful = (reading: RoomReading): boolean =>
  isFigure(reading) && reading.certainty < CERTAIN_FROM;

export const isFigure = (reading: RoomReading): reading is VitalReading =>
  reading !== null && !isWithheld(reading);

const MISSING = '--';

/** The value, or "--" if it is missing, withheld or older than its maximum age. */
export function vitalText(kind: VitalKind, reading: RoomReading, nowMs: number): string {
  if (!isFigure(reading) || nowMs - reading.at.getTime() > VITAL_MAXIMUM_AGE_SECONDS[kind] * 1000)
    return MISSING;
  return kind === 'temperature' ? reading.value.toFixed(1) : String(Math.round(reading.value));
}
