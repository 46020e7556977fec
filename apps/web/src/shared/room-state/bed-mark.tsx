import type { RoomLive } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { StateIcon } from './state-icon.tsx';
import { getBedStatus } from './room-status.ts';
import css from './room-state.module.css';

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
