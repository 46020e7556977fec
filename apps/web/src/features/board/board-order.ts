import { getAttention, byPressing } from '../../shared/room-state/attention.ts';
import { getReading, vitalText } from '../../shared/room-state/vital-number.tsx';
import { compareNames, matches, type BoardFilter, type Sort } from './board-filter.ts';
import type { Room } from './room-store.ts';

type Compare = (a: Room, b: Room) => number;

/**
 * Ids of the rooms that a filter lets through, in its order. `nowMs`: milliseconds since 1970 UTC.
 */
export function orderedIds(
  rooms: readonly Room[],
  filter: BoardFilter,
  nowMs: number,
): readonly string[] {
  const compare = compareBy(filter.sort, nowMs);
  return rooms
    .filter((room) => matches(room, filter))
    .toSorted((a, b) => compare(a, b) || byName(a, b))
    .map((room) => room.documentReferenceId);
}

function compareBy(sort: Sort, nowMs: number): Compare {
  switch (sort) {
    case 'name':
      return byName;
    case 'floor':
      return (a, b) => compareNames(`${a.building} ${a.floor}`, `${b.building} ${b.floor}`);
    case 'attention':
      return byAttention(nowMs);
    case 'since':
      return (a, b) => sinceMs(b) - sinceMs(a);
    case 'heartRate':
      return (a, b) => vitalOrder('heartRate', b, nowMs) - vitalOrder('heartRate', a, nowMs);
    case 'respirationRate':
      return (a, b) =>
        vitalOrder('respirationRate', b, nowMs) - vitalOrder('respirationRate', a, nowMs);
  }
}

export const byName: Compare = (a, b) =>
  compareNames(a.name, b.name) || compareNames(a.documentReferenceId, b.documentReferenceId);

/**
 * The most pressing first, and of two alike the one that has waited longer. Calm rooms keep their
 * reading order.
 */
const byAttention =
  (nowMs: number): Compare =>
  (a, b) =>
    byPressing(getAttention(a.live, nowMs), getAttention(b.live, nowMs));

const sinceMs = ({ live }: Room): number =>
  Math.max(live?.presenceSince.getTime() ?? 0, live?.sleepStateSince.getTime() ?? 0);

/** Rooms without a current figure come last. */
function vitalOrder(kind: 'heartRate' | 'respirationRate', room: Room, nowMs: number): number {
  const text = vitalText(kind, getReading(room.live, kind), nowMs);
  return text === '--' ? -1 : Number(text);
}

export const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
