import { hiddenRoomFields } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { actorOf } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import type { Room } from './room-rows.ts';

/**
 * Who is in a room, or that nobody is; nothing at all to those who may not know, for whom every
 * room would seem empty.
 */
export function useOccupantWord(): (room: Room) => string {
  const { t } = useTranslation('home');
  const actor = actorOf(useViewer());
  const mayKnow = actor !== null && !hiddenRoomFields(actor).includes('occupant');
  return ({ occupant }) => occupant?.alias ?? (mayKnow ? t('vacant') : '');
}
