import type { RoomLive } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useBannerRooms } from '../alarm-sound/banner-alarms.ts';
import { StateIcon } from './state-icon.tsx';
import { getPrimaryStatus } from './room-status.ts';
import css from './room-state.module.css';

type Room = { readonly documentReferenceId: string; readonly live: RoomLive | null };

/**
 * The live state for a room's card. The banner shows its alarm, so the card keeps showing the
 * person, with `AlarmMark` for the alarm.
 */
export function useShownLive(room: Room): {
  readonly live: RoomLive | null;
  readonly isInBanner: boolean;
} {
  const { live } = room;
  const isInBanner = useBannerRooms().has(room.documentReferenceId);
  return live === null || !isInBanner
    ? { live, isInBanner: false }
    : { live: { ...live, accidents: [], openAccidents: 0 }, isInBanner };
}

/** The icon of a room's alarm; its text is in the banner. */
export function AlarmMark({ live }: { readonly live: RoomLive | null }) {
  const { t } = useTranslation('alarms');
  const { shape, tone } = getPrimaryStatus(live);
  return (
    <span className={css['alarm']} data-tone={tone} title={t('inBanner')}>
      <StateIcon shape={shape} size={18} />
      <span className="visually-hidden">{t('inBanner')}</span>
    </span>
  );
}
