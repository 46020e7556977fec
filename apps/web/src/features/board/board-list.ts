import { useSyncExternalStore, useRef, useEffect, useState } from 'react';
import { useClock } from '../../kit/clock/clock-context.tsx';
import type { BoardFilter } from './board-filter.ts';
import { orderedIds, sameIds } from './board-order.ts';
import type { Room, RoomRows } from './room-rows.ts';

/**
 * Which rooms stand where is worked out at most this often, and at once after the reader's own
 * commands; the numbers of a room change as they arrive.
 */
const LIST_INTERVAL_MS = 1000;

/** One room, rendered again only when it changes. */
export const useRoom = (rows: RoomRows, id: string): Room | null =>
  useSyncExternalStore(
    (listener) => rows.subscribeRow(id, listener),
    () => rows.row(id),
  );

export type BoardList = { readonly ids: readonly string[]; readonly rooms: readonly Room[] };

/**
 * The list after filter and order. While `held` (the pointer or the keyboard is active on it) rooms
 * keep their places, so that nothing moves under a finger; rooms still come and go.
 */
export function useBoardList(rows: RoomRows, filter: BoardFilter, held: boolean): BoardList {
  const clock = useClock();
  const [list, setList] = useState<BoardList>({ ids: [], rooms: [] });
  const shown = useRef(list.ids);
  const seen = useRef(-1);
  const filterKey = JSON.stringify(filter);
  const lastKey = useRef('');
  useEffect(() => {
    const compute = (): void => {
      const rooms = rows.all();
      const fresh = orderedIds(rooms, filter, clock.now());
      const keep = held && lastKey.current === filterKey;
      const ids = keep ? heldIds(shown.current, fresh) : fresh;
      lastKey.current = filterKey;
      const changed = seen.current !== rows.version();
      seen.current = rows.version();
      if (!sameIds(shown.current, ids)) shown.current = ids;
      else if (!changed) return;
      setList({ ids: shown.current, rooms });
    };
    compute();
    let waiting: ReturnType<typeof setTimeout> | null = null;
    const update = (isOwn: boolean): void => {
      // Otherwise the button of an alarm that this reader has just answered could be pressed again.
      if (isOwn) return compute();
      waiting ??= setTimeout(
        () => {
          waiting = null;
          compute();
        },
        shown.current.length === 0 ? 0 : LIST_INTERVAL_MS,
      );
    };
    const stopRows = rows.subscribeList(update);
    // The order also depends on the time: an absence from bed becomes a long absence.
    const beat = setInterval(compute, 10_000);
    return () => {
      stopRows();
      clearInterval(beat);
      if (waiting !== null) clearTimeout(waiting);
    };
    // The filter is compared by what it says.
    // oxlint-disable-next-line react/exhaustive-deps -- filterKey stands for filter
  }, [rows, filterKey, held, clock]);
  return list;
}

/** Keeps the previous order of remaining rooms and appends new ones. */
export function heldIds(before: readonly string[], fresh: readonly string[]): readonly string[] {
  const present = new Set(fresh);
  const known = new Set(before);
  return [...before.filter((id) => present.has(id)), ...fresh.filter((id) => !known.has(id))];
}
