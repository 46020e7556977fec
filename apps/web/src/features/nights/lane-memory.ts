import { getShownItems } from '../../shared/views/shown-view.ts';
import { LANE_IDS, type LaneId } from './lane-options.ts';
import { isStreamLane, type LaneChoice } from './stream-lanes.ts';

const KEY = 'yamori.nightLanes';
const MAX_ENTRIES = 500;

/**
 * The lanes that the user has hidden or added in this browser; null before their first choice.
 * Holds nothing about a person.
 */
export function readHiddenLanes(storage: Pick<Storage, 'getItem'>): LaneChoice | null {
  try {
    const kept = storage.getItem(KEY);
    if (kept === null) return null;
    const stored: unknown = JSON.parse(kept);
    return new Set(
      Array.isArray(stored)
        ? stored
            .filter(
              (entry): entry is string =>
                typeof entry === 'string' &&
                (isStreamLane(entry.replace(/^\+/, '')) || LANE_IDS.some((id) => id === entry)),
            )
            .slice(0, MAX_ENTRIES)
        : [],
    );
  } catch {
    return null;
  }
}

/** The lanes hidden by default: those that the room's view does not name. */
export function lanesOutside(tracks: readonly string[] | undefined): ReadonlySet<LaneId> {
  const shown = new Set(getShownItems(LANE_IDS, tracks));
  return new Set(LANE_IDS.filter((id) => !shown.has(id)));
}

export function keepHiddenLanes(storage: Pick<Storage, 'setItem'>, hidden: LaneChoice): void {
  try {
    storage.setItem(KEY, JSON.stringify([...hidden]));
  } catch {
    // If storage is full or forbidden, the choice lasts as long as the tab.
  }
}
