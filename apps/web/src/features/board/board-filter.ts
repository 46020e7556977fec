import {
  FAULTS,
  PRESENCES,
  SLEEP_STATES,
  type Fault,
  type Presence,
  type SleepState,
} from '@yamori/domain';
import { sensorAlarms } from '../../shared/alarm-actions/open-alarms.ts';
import type { AddressValues } from '../../kit/url-state/use-url-params.ts';
import { byPressing, getAttention } from '../../shared/room-state/attention.ts';
import { getReading, vitalText } from '../../shared/room-state/vital-number.tsx';
import type { Room } from './room-store.ts';

export const SORTS = [
  'attention',
  'name',
  'floor',
  'since',
  'heartRate',
  'respirationRate',
] as const;
export type Sort = (typeof SORTS)[number];

/** The list's filter from the URL; null means no restriction. */
export type BoardFilter = {
  readonly text: string;
  readonly building: string | null;
  readonly floor: string | null;
  readonly tag: string | null;
  readonly presence: Presence | null;
  readonly sleep: SleepState | null;
  readonly fault: Fault | null;
  readonly accident: boolean;
  readonly sort: Sort;
};

/** Keys of the address that the board reads. */
export const FILTER_KEYS = [
  'q',
  'building',
  'floor',
  'tag',
  'presence',
  'sleep',
  'fault',
  'accident',
] as const;

export const parseFilter = (values: AddressValues): BoardFilter => ({
  text: values['q'] ?? '',
  building: values['building'] ?? null,
  floor: values['floor'] ?? null,
  tag: values['tag'] ?? null,
  presence: PRESENCES.find((presence) => presence === values['presence']) ?? null,
  sleep: SLEEP_STATES.find((sleep) => sleep === values['sleep']) ?? null,
  fault: FAULTS.find((fault) => fault === values['fault']) ?? null,
  accident: values['accident'] === '1',
  sort: SORTS.find((sort) => sort === values['sort']) ?? 'attention',
});

export const isUnfiltered = (filter: BoardFilter): boolean =>
  filter.text === '' &&
  !filter.accident &&
  [filter.building, filter.floor, filter.tag, filter.presence, filter.sleep, filter.fault].every(
    (part) => part === null,
  );

export function matches(room: Room, filter: BoardFilter): boolean {
  const { live } = room;
  return (
    (filter.building === null || room.building === filter.building) &&
    (filter.floor === null || room.floor === filter.floor) &&
    (filter.tag === null || (room.tags ?? []).includes(filter.tag)) &&
    (filter.presence === null || live?.presence === filter.presence) &&
    (filter.sleep === null || live?.sleepState === filter.sleep) &&
    (filter.fault === null || (live?.fault ?? 'undeployed') === filter.fault) &&
    (!filter.accident || sensorAlarms(live).length > 0) &&
    containsText(room, filter.text)
  );
}

/** Full-width letters and digits match half-width ones and vice versa. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function containsText(room: Room, text: string): boolean {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  const hay = folded(
    [
      room.name,
      room.building ?? '',
      room.floor ?? '',
      room.occupant?.alias ?? '',
      ...(room.tags ?? []),
    ].join(' '),
  );
  return words.every((word) => hay.includes(word));
}

/** The filter options that occur in these rooms, sorted. */
export function collectFacets(rooms: readonly Room[]): {
  readonly buildings: string[];
  readonly floors: string[];
  readonly tags: string[];
} {
  const distinct = (values: readonly string[]): string[] =>
    [...new Set(values)].filter((value) => value !== '').toSorted(compareNames);
  return {
    buildings: distinct(rooms.map((room) => room.building ?? '')),
    floors: distinct(rooms.map((room) => room.floor ?? '')),
    tags: distinct(rooms.flatMap((room) => room.tags ?? [])),
  };
}

const collator = new Intl.Collator('ja', { numeric: true });
const compareNames = (a: string, b: string): number => collator.compare(a, b);

type Compare = (a: Room, b: Room) => number;

/** Ids of the rooms that match a filter, in its order. `nowMs`: milliseconds since 1970 UTC. */
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
 * The most urgent first; among equals, the one that has waited longest. Other rooms keep their
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
