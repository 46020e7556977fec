import { getAttention, byPressing } from '../../../shared/room-state/attention.ts';
import { byName, collectFacets } from '../board-filter.ts';
import type { Room } from '../room-store.ts';

export const WALL_SORTS = ['attention', 'name'] as const;
type WallSort = (typeof WALL_SORTS)[number];

/** What the address says of the wall. */
export type WallFilter = {
  readonly building: string;
  readonly floor: string;
  readonly sort: WallSort;
  readonly page: number;
};

export function readWallFilter(values: Readonly<Record<string, string>>): WallFilter {
  const page = Number(values['page'] ?? '1');
  return {
    building: values['building'] ?? '',
    floor: values['floor'] ?? '',
    sort: WALL_SORTS.find((sort) => sort === values['sort']) ?? 'attention',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/**
 * Paths of the rooms that pass, in order. Among equally urgent rooms the one that has waited
 * longest comes first.
 */
export function orderWall(
  rooms: readonly Room[],
  { building, floor, sort }: WallFilter,
  nowMs: number,
): string[] {
  const passing = rooms.filter(
    (room) =>
      (building === '' || room.building === building) && (floor === '' || room.floor === floor),
  );
  const ranked = passing.map((room) => ({
    room,
    attention: sort === 'attention' ? getAttention(room.live, nowMs) : null,
  }));
  ranked.sort((a, b) => byPressing(a.attention, b.attention) || byName(a.room, b.room));
  return ranked.map(({ room }) => room.documentPath);
}

/** What there is to choose from, in reading order. */
export function wallFacets(rooms: readonly Room[]): {
  readonly buildings: string[];
  readonly floors: string[];
} {
  const { buildings, floors } = collectFacets(rooms);
  return { buildings, floors };
}
