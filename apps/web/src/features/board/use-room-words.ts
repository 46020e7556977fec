import { hiddenRoomFields } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import type { Room } from './room-store.ts';
import { useWhichOrganisation } from '../../shared/organisations/use-which-organisation.ts';

/**
 * The occupant of a room, or that it is empty; nothing for users without the right, to whom every
 * room would seem empty.
 */
export function useOccupantWord(): (room: Room) => string {
  const { t } = useTranslation('home');
  const actor = toActor(useViewer());
  const mayKnow = actor !== null && !hiddenRoomFields(actor).includes('occupant');
  return ({ occupant }) => occupant?.alias ?? (mayKnow ? t('vacant') : '');
}

/** Where a room is: its house where the user sees several, its building and its floor. */
export function usePlaceFormatter(): (room: Room) => string {
  const getOrganisationName = useWhichOrganisation();
  return ({ domainId, building, floor }) =>
    [getOrganisationName(domainId), building, floor]
      .filter((part) => part !== null && part !== undefined && part !== '')
      .join(' ');
}
