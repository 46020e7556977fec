import { DEVICE_STATES, type Fleet } from '@yamori/domain';

type Counted = Fleet['devices'][number];

/** Devices by something that each of them has. */
export function countBy<Key>(
  devices: readonly Counted[],
  keyOf: (counted: Counted) => Key,
): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const counted of devices)
    counts.set(keyOf(counted), (counts.get(keyOf(counted)) ?? 0) + counted.count);
  return counts;
}

/** What is well last: what needs somebody stands first. */
export const SHOWN_STATES = DEVICE_STATES.filter((state) => state !== 'retired');

type TypeRow = {
  readonly typeId: string;
  readonly count: number;
  readonly offline: number;
  readonly firmware: readonly { readonly version: string; readonly count: number }[];
};

/**
 * A row a type in use, the one of most devices first; of each its firmware, the one that most run
 * first.
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
