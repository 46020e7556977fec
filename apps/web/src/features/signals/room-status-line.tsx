import { useTranslation } from 'react-i18next';
import { CauseLabel } from '../../shared/alarm-actions/cause-label.tsx';
import { leadingAlarm } from '../../shared/alarm-actions/open-alarms.ts';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { BedMark, StateBadge } from '../../shared/room-state/state-badge.tsx';
import { AttentionActions } from '../../shared/alarm-actions/alarm-actions.tsx';
import { getPrimaryStatus, getFaultMark } from '../../shared/room-state/room-status.ts';
import type { Room } from './device-source.ts';
import css from './raw.module.css';

/**
 * The room's state next to its traces, with its alarm or call, so that staff can answer it here.
 */
export function RoomStatusLine({ room }: { room: Room }) {
  const { t } = useTranslation('states');
  const fault = getFaultMark(room.live);
  const alarm = leadingAlarm(room.live);
  return (
    <div className={css['standing']}>
      <StateBadge status={getPrimaryStatus(room.live)} />
      <CauseLabel accident={alarm} isBesideName={alarm?.state !== 'raised'} />
      <BedMark live={room.live} />
      {fault === null ? null : (
        <span className={css['fault']}>
          <StateIcon shape={fault.shape} size={18} />
          {t(fault.word)}
        </span>
      )}
      <AttentionActions room={room} />
    </div>
  );
}
