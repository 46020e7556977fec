import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from './state-icon.tsx';
import type { RoomStatus } from './room-status.ts';
import { useStatusLabel } from './status-label.ts';
import css from './room-state.module.css';

/** A state as it is always shown: colour, shape, word and age. */
export function StateBadge({
  status,
  size = 'normal',
}: {
  status: RoomStatus;
  size?: 'small' | 'normal' | 'large';
}) {
  const words = useStatusLabel();
  return (
    <span className={css['badge']} data-size={size} data-tone={status.tone}>
      <StateIcon shape={status.shape} size={size === 'large' ? 28 : size === 'normal' ? 20 : 18} />
      <span className={css['badgeWord']}>{words(status)}</span>
      {status.since === null ? null : (
        <Age at={status.since} kind="since" className={css['badgeAge']} />
      )}
    </span>
  );
}
