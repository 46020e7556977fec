import type { RoomLive } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from './state-icon.tsx';
import { getBedStatus, type RoomStatus } from './room-status.ts';
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

/**
 * "離床", "転倒", or "対応中 佐藤" for a state with a responder. Outside the team the name is hidden
 * (`live.accidents.by`), where the responder may be the user.
 */
export function useStatusLabel(): (
  status: Pick<RoomStatus, 'word' | 'who' | 'accident'>,
) => string {
  const { t } = useTranslation('states');
  const { t: accidents } = useTranslation('accidents');
  return ({ word, who, accident }) => {
    if (accident !== undefined) return accidents(`kind.${accident}`);
    return who === undefined || who === '' ? t(word) : t('withName', { state: t(word), name: who });
  };
}

/**
 * In or out of bed, next to a call or an alarm that replaces the state; nothing if the state itself
 * is shown.
 */
export function BedMark({ live }: { live: RoomLive | null }) {
  const { t } = useTranslation('states');
  const bed = getBedStatus(live);
  return bed === null ? null : (
    <span className={css['bed']} data-tone={bed.tone} title={t(bed.word)}>
      <StateIcon shape={bed.shape} size={18} />
      <span>{t(bed.word)}</span>
    </span>
  );
}
