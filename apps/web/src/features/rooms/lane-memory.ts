import { LANE_IDS, type LaneId } from './night-lanes.ts';

const KEY = 'yamori.nightLanes';

/** Lanes that the reader of this browser has put away. Nothing about a person. */
export function readHiddenLanes(storage: Pick<Storage, 'getItem'>): ReadonlySet<LaneId> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? LANE_IDS.filter((id) => stored.includes(id)) : []);
  } catch {
    return new Set();
  }
}

export function keepHiddenLanes(storage: Pick<Storage, 'setItem'>, hidden: ReadonlySet<LaneId>): void {
  try {
    storage.setItem(KEY, JSON.stringify([...hidden]));
  } catch {
    // A full or forbidden storage only means that the choice is forgotten with the tab.
  }
}
