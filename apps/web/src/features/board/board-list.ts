import { useRef, useEffect, useState } from 'react';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { orderedIds, sameIds, type BoardFilter } from './board-filter.ts';
import { getRooms, type Room, type RoomStore } from './room-store.ts';

/**
 * Minimum interval between reorderings, except after the user's own commands. The figures of a
 * room update immediately.
 */
const LIST_INTERVAL_MS = 1000;

export type BoardList = { readonly ids: readonly string[]; readonly rooms: readonly Room[] };
const EMPTY: BoardList = { ids: [], rooms: [] };

/**
 * The list after filter and order. While `held` (the pointer or the keyboard is active on it) rooms
 * keep their places, so that nothing moves under a finger; rooms can still appear and disappear.
 */
export function useBoardList(store: RoomStore, filter: BoardFilter, held: boolean): BoardList {
  const clock = useClock();
  const [list, setList] = useState<BoardList & { readonly of: RoomStore }>({ ...EMPTY, of: store });
  const shown = useRef(list.ids);
  const seen = useRef<unknown>(null);
  const filterKey = JSON.stringify(filter);
  const lastKey = useRef('');
  useEffect(() => {
    const compute = (): void => {
      const documents = store.documents.getSnapshot();
      const rooms = getRooms(store);
      const fresh = orderedIds(rooms, filter, clock.now());
      const keep = held && lastKey.current === filterKey;
      const ids = keep ? heldIds(shown.current, fresh) : fresh;
      lastKey.current = filterKey;
      const changed = seen.current !== documents;
      seen.current = documents;
      if (!sameIds(shown.current, ids)) shown.current = ids;
      else if (!changed) return;
      setList({ ids: shown.current, rooms, of: store });
    };
    compute();
    let waiting: ReturnType<typeof setTimeout> | null = null;
    const update = (isOwn: boolean): void => {
      // Otherwise the user could press the button of an alarm again that they just answered.
      if (isOwn || shown.current.length === 0) return compute();
      waiting ??= setTimeout(() => {
        waiting = null;
        compute();
      }, LIST_INTERVAL_MS);
    };
    const stopStore = store.documents.subscribe(update);
    // The order also depends on the time: an absence from bed becomes a long absence.
    const timer = setInterval(compute, 10_000);
    return () => {
      stopStore();
      clearInterval(timer);
      if (waiting !== null) clearTimeout(waiting);
    };
    // Compares the filter by value.
    // oxlint-disable-next-line react/exhaustive-deps -- filterKey stands for filter
  }, [store, filterKey, held, clock]);
  // The ids of another store have no rooms in this one.
  return list.of === store ? list : EMPTY;
}

/** Keeps the previous order of remaining rooms and appends new ones. */
export function heldIds(before: readonly string[], fresh: readonly string[]): readonly string[] {
  const present = new Set(fresh);
  const known = new Set(before);
  return [...before.filter((id) => present.has(id)), ...fresh.filter((id) => !known.has(id))];
}
