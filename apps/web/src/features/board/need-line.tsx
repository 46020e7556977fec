import type { RoomLive } from '@yamori/domain';
import { CauseLabel, shownCause } from '../../shared/alarm-actions/cause-label.tsx';
import { leadingAlarm } from '../../shared/alarm-actions/open-alarms.ts';
import type { RoomStatus } from '../../shared/room-state/room-status.ts';
import css from './cards.module.css';

/** Whether the responder's name is visible; outside the team it is not. */
const isGoing = ({ who }: RoomStatus): boolean => who !== undefined && who !== '';

/** Whether a card shows more about an alarm than its state: the responder, or the cause. */
export function hasNeedLine(live: RoomLive | null, status: RoomStatus): boolean {
  const alarm = leadingAlarm(live);
  return isGoing(status) || (alarm !== null && shownCause(alarm) !== null);
}

/**
 * The responder, and whether the cause persists, on a separate line: next to the state both would
 * be clipped. It replaces the last night.
 */
export function NeedLine({
  live,
  status,
}: {
  readonly live: RoomLive | null;
  readonly status: RoomStatus;
}) {
  const alarm = leadingAlarm(live);
  return (
    <span className={css['going']} data-tone={status.tone} title={status.who}>
      {isGoing(status) ? <span>{status.who}</span> : null}
      <CauseLabel accident={alarm} isBesideName={isGoing(status)} />
    </span>
  );
}
