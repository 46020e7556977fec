import { useWhichOrganisation } from '../../shared/organisations/use-which-organisation.ts';
import type { Room } from './room-rows.ts';

/** Where a room is: its house where the reader sees several, its building and its floor. */
export function usePlaceWords(): (room: Room) => string {
  const houseOf = useWhichOrganisation();
  return ({ domainId, building, floor }) =>
    [houseOf(domainId), building, floor]
      .filter((part) => part !== null && part !== undefined && part !== '')
      .join(' ');
}
