import type { RoomLive } from '@yamori/domain';
import { CauseLabel, shownCause } from '../../shared/alarm-actions/cause-label.tsx';
import { leadingAlarm } from '../../shared/alarm-actions/open-alarms.ts';
import type { Standing } from '../../shared/room-state/room-standing.ts';
import css from './cards.module.css';

/** Whether it is told who goes; outside the team it is not. */
const isGoing = ({ who }: Standing): boolean => who !== undefined && who !== '';

/** Whether a card has more to say of an alarm than its state's word: who goes, or its cause. */
export function hasNeedLine(live: RoomLive | null, standing: Standing): boolean {
  const alarm = leadingAlarm(live);
  return isGoing(standing) || (alarm !== null && shownCause(alarm) !== null);
}

/**
 * Who goes, and whether the cause still holds, on a line of its own: beside the state both would be
 * cut. Last night can wait meanwhile.
 */
export function NeedLine({
  live,
  standing,
}: {
  readonly live: RoomLive | null;
  readonly standing: Standing;
}) {
  const alarm = leadingAlarm(live);
  return (
    <span className={css['going']} data-tone={standing.tone} title={standing.who}>
      {isGoing(standing) ? <span>{standing.who}</span> : null}
      <CauseLabel accident={alarm} isBesideName={isGoing(standing)} />
    </span>
  );
}
