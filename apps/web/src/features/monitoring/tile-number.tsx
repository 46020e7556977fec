import { VITAL_MAXIMUM_AGE_SECONDS, type VitalReading } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useTimed } from '../../ui/clock/clock-context.tsx';
import { vitalText } from '../../ui/room-state/vital-number.tsx';
import css from './tile.module.css';

/** A fresh number needs no age beside it. */
const FRESH_SECONDS = 6;

/** A rate beside its trace, in the trace's colour; "--" once it is too old, with its age from a few seconds on. */
export function TileNumber({ kind, reading }: { kind: 'heartRate' | 'respirationRate'; reading: VitalReading | null }) {
  const { t } = useTranslation('monitoring');
  const { t: states } = useTranslation('states');
  const text = useTimed((nowMs) => vitalText(kind, reading, nowMs));
  const age = useTimed((nowMs) => ageSeconds(kind, reading, nowMs));
  return (
    <div className={css['number']} data-kind={kind} data-missing={text === '--'}>
      <span className={css['numberLabel']}><span>{states(kind)}</span><span>{age === 0 ? states('perMinute') : t('ago', { count: age })}</span></span>
      <span className={css['numberValue']}>{text}</span>
    </div>
  );
}

/** Whole seconds, or 0 while the number is fresh or not shown. */
function ageSeconds(kind: 'heartRate' | 'respirationRate', reading: VitalReading | null, nowMs: number): number {
  if (reading === null) return 0;
  const seconds = Math.floor((nowMs - reading.at.getTime()) / 1000);
  return seconds < FRESH_SECONDS || seconds > VITAL_MAXIMUM_AGE_SECONDS[kind] ? 0 : seconds;
}
