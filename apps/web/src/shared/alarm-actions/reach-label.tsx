import type { AccidentReach, RoomAccident } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useSoundState } from '../alarm-sound/alarm-context.tsx';
import css from './accidents.module.css';

type MissedReach = Exclude<AccidentReach, 'people'>;

/**
 * Whom notifications have reached, if not the intended people; else null. A page that sounds counts
 * as heard, even if the server does not know it yet.
 */
export function useMissedReach(alarm: {
  readonly reach: AccidentReach | null;
  readonly isOver: boolean;
}): MissedReach | null {
  const isSounding = useSoundState().kind === 'sounding';
  if (alarm.isOver || alarm.reach === null || alarm.reach === 'people') return null;
  return isSounding ? 'screen' : alarm.reach;
}

type ReachLabelProps = {
  readonly reach: MissedReach;
  /** For places that must not grow. */
  readonly isShort?: boolean;
};

export function ReachLabel({ reach, isShort = false }: ReachLabelProps) {
  const { t } = useTranslation('accidents');
  const whole = t(`reach.${reach}`);
  return (
    <strong className={css['reach']} data-reach={reach} title={isShort ? whole : undefined}>
      {isShort ? t(`reachShort.${reach}`) : whole}
    </strong>
  );
}

/** For an alarm without a responder that is not over. */
export function AccidentReachLabel({ accident }: { readonly accident: RoomAccident }) {
  const missed = useMissedReach({
    reach: accident.state === 'raised' ? accident.reach : null,
    isOver: accident.overAt !== null,
  });
  return missed === null ? null : <ReachLabel reach={missed} />;
}
