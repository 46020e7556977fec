import {
  DOUBTS,
  VITAL_MAXIMUM_AGE_SECONDS,
  type Doubt,
  type RoomLive,
  type Vital,
  type VitalReading,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../locales/format-age.ts';
import { useTimed } from '../../kit/clock/clock-context.tsx';
import css from './room-state.module.css';

type VitalProps = {
  readonly kind: Vital;
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
export function useVitalText(kind: Vital, reading: RoomReading): string {
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
export function vitalText(kind: Vital, reading: RoomReading, nowMs: number): string {
  if (!isFigure(reading) || nowMs - reading.at.getTime() > VITAL_MAXIMUM_AGE_SECONDS[kind] * 1000)
    return MISSING;
  return kind === 'temperature' ? reading.value.toFixed(1) : String(Math.round(reading.value));
}

/**
 * Why a value is missing: no device of the room measures it, or it is withheld although something
 * was measured. Keys below `states.withheld`.
 */
type Withheld = { readonly withheld: 'noSensor' | 'silent' | 'outOfBed' | Doubt };
export type RoomReading = VitalReading | Withheld | null;

const isWithheld = (reading: RoomReading): reading is Withheld =>
  reading !== null && 'withheld' in reading;

/**
 * The current value of a vital sign, for cards, tables and walls alike. Missing for an empty bed,
 * for noise, and for values from before a device became silent, unless another device of the room
 * has measured it since. If the server withholds a rate because of movement, clipping or a flat
 * trace, the reason is returned.
 */
export function getReading(live: RoomLive | null, kind: Vital): RoomReading {
  if (live === null) return null;
  if (!live.measures.includes(kind)) return { withheld: 'noSensor' };
  if (live.presence === 'outOfBed') return { withheld: 'outOfBed' };
  if (live.fault === 'noisy') return { withheld: 'noisy' };
  const reading = live[kind];
  if (
    live.fault === 'deviceOffline' &&
    (reading === null || reading.at.getTime() <= live.faultSince.getTime())
  )
    return { withheld: 'silent' };
  return reading ?? withheldBy(live, kind);
}

function withheldBy({ doubts }: RoomLive, kind: Vital): Withheld | null {
  const doubt = kind === 'temperature' ? null : doubts[kind];
  return doubt === null ? null : { withheld: doubt };
}

/**
 * The problem of the trace, shown next to the dashes. An empty bed and a silent device are shown as
 * the room's status instead.
 */
export const getDoubt = (reading: RoomReading): Doubt | null =>
  isWithheld(reading) ? (DOUBTS.find((doubt) => doubt === reading.withheld) ?? null) : null;

/** Whether no device of the room measures it; shown as a word instead of dashes. */
export const hasNoSensor = (reading: RoomReading): boolean =>
  isWithheld(reading) && reading.withheld === 'noSensor';
