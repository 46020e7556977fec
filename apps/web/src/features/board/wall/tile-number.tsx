import { VITAL_MAXIMUM_AGE_SECONDS, type FigureLimits } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useTimed } from '../../../kit/clock/clock-context.tsx';
import {
  getDoubt,
  hasNoSensor,
  isDoubtful,
  isFigure,
  useVitalText,
  vitalText,
  type RoomReading,
} from '../../../shared/room-state/vital-number.tsx';
import css from './tile.module.css';

/** A recent number is shown without its age. */
const FRESH_SECONDS = 6;

type TileNumberProps = {
  readonly kind: 'heartRate' | 'respirationRate';
  readonly reading: RoomReading;
  /** Thresholds of the room, where its view shows them. */
  readonly limits: FigureLimits | null;
};

/**
 * A rate next to its trace, in the trace's colour; "--" once it is too old or withheld, with its
 * age after a few seconds.
 */
export function TileNumber({ kind, reading, limits }: TileNumberProps) {
  const { t } = useTranslation('monitoring');
  const { t: states } = useTranslation('states');
  const text = useTimed((nowMs) => vitalText(kind, reading, nowMs));
  const age = useTimed((nowMs) => ageSeconds(kind, reading, nowMs));
  const words = useVitalText(kind, reading);
  const doubt = getDoubt(reading);
  const isNone = hasNoSensor(reading);
  return (
    <div
      className={css['number']}
      data-kind={kind}
      data-missing={text === '--'}
      data-none={isNone}
      data-doubtful={text !== '--' && isDoubtful(reading)}
      title={words}
    >
      <span className={css['numberLabel']} aria-hidden="true">
        <span>{states(kind)}</span>
        {isNone ? null : doubt === null ? (
          <span data-limits={age === 0 && limits !== null}>
            {age > 0
              ? t('ago', { count: age })
              : limits === null
                ? states('perMinute')
                : t('limits', formatLimits(limits))}
          </span>
        ) : (
          <span data-doubt="true">{states(`doubt.${doubt}`)}</span>
        )}
      </span>
      <span className={css['numberValue']} aria-hidden="true">
        {isNone ? states('noSensor') : text}
      </span>
      <span className="visually-hidden">
        {words}
        {limits === null ? null : t('limitsSaid', formatLimits(limits))}
      </span>
    </div>
  );
}

const formatLimits = ({ low, high }: FigureLimits) => ({ low: low ?? '', high: high ?? '' });

/** Whole seconds, or 0 while the number is fresh or not shown. */
function ageSeconds(
  kind: 'heartRate' | 'respirationRate',
  reading: RoomReading,
  nowMs: number,
): number {
  if (!isFigure(reading)) return 0;
  const seconds = Math.floor((nowMs - reading.at.getTime()) / 1000);
  return seconds < FRESH_SECONDS || seconds > VITAL_MAXIMUM_AGE_SECONDS[kind] ? 0 : seconds;
}
