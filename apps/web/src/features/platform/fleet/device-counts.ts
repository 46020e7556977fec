import { DEVICE_STATES, type Fleet } from '@yamori/domain';

type Counted = Fleet['devices'][number];

/** Counts devices by a key. */
export function countBy<Key>(
  devices: readonly Counted[],
  toKey: (counted: Counted) => Key,
): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const counted of devices)
    counts.set(toKey(counted), (counts.get(toKey(counted)) ?? 0) + counted.count);
  return counts;
}

/** Healthy states last: those that need attention first. */
export const SHOWN_STATES = DEVICE_STATES.filter((state) => state !== 'retired');

type TypeRow = {
  readonly typeId: string;
  readonly count: number;
  readonly offline: number;
  readonly firmware: readonly { readonly version: string; readonly count: number }[];
};

/**
 * One row for each active type, most devices first, with its firmware versions, most used first.
 */
export function rowsByType(devices: readonly Counted[]): readonly TypeRow[] {
  const inUse = devices.filter(({ state }) => state !== 'retired');
  return [...Map.groupBy(inUse, ({ typeId }) => typeId)]
    .map(([typeId, own]): TypeRow => ({
      typeId,
      count: own.reduce((sum, { count }) => sum + count, 0),
      offline: own.reduce((sum, { state, count }) => sum + (state === 'offline' ? count : 0), 0),
      firmware: [...countBy(own, ({ firmware }) => firmware)]
        .map(([version, count]) => ({ version, count }))
        .toSorted((a, b) => b.count - a.count || b.version.localeCompare(a.version)),
    }))
    .toSorted((a, b) => b.count - a.count || a.typeId.localeCompare(b.typeId));
}
