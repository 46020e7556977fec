import {
  compareNames,
  matchesSearch,
  type ListConfig,
  type ListState,
} from '../../kit/list/list-url-state.ts';
import type { Room } from './api.ts';

const ROOM_SORTS = ['name', 'building', 'floor', 'capacity'] as const;
type RoomSort = (typeof ROOM_SORTS)[number];
const ROOM_COLUMNS = [
  'name',
  'building',
  'floor',
  'occupant',
  'devices',
  'tags',
  'capacity',
  'view',
  'organisation',
] as const;
export type RoomColumn = (typeof ROOM_COLUMNS)[number];
type RoomListState = ListState<RoomSort, RoomColumn>;

export const ROOM_LIST: ListConfig<RoomSort, RoomColumn> = {
  facets: ['building', 'floor', 'tag', 'device', 'archived'],
  sorts: ROOM_SORTS,
  columns: ROOM_COLUMNS,
  defaultColumns: ['name', 'building', 'floor', 'occupant', 'devices', 'tags'],
};

/** Filters that apply in the browser: text, and whether the room has a device. */
export const needsAllRooms = ({ text, facets }: RoomListState): boolean =>
  text.trim() !== '' || facets['device'] !== null;

/** Filtered rooms in order; names in reading order, which the server does not know. */
export function shownRooms(
  rooms: readonly Room[],
  state: RoomListState,
  devicesIn: ReadonlyMap<string, readonly string[] | null>,
): readonly Room[] {
  const {
    text,
    facets: { device },
    sort,
    descending,
  } = state;
  const turn = descending ? -1 : 1;
  const compare = (a: Room, b: Room): number =>
    (sort === 'capacity'
      ? (a.capacity - b.capacity) * turn
      : compareNames(a[sort], b[sort]) * turn) || compareNames(a.name, b.name);
  return rooms
    .filter((room) => {
      const known = devicesIn.get(room.documentReferenceId) ?? null;
      if (known === null && device !== null && device !== undefined) return false;
      const status = known ?? [];
      if (device === 'none' ? status.length > 0 : device === 'some' && status.length === 0)
        return false;
      return matchesSearch(
        [room.name, room.building, room.floor, room.occupant?.alias ?? '', ...room.tags, ...status],
        text,
      );
    })
    .toSorted(compare);
}
