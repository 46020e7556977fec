import { useEffect, useEffectEvent, useState } from 'react';
import { useClock } from '../../../kit/clock/clock-context.tsx';
import { toRoom, type Room, type RoomStore } from '../room-store.ts';
import { orderWall, type WallFilter } from './wall-filter.ts';

/** Tiles change places at most this often, so that the eye can follow. */
export const ORDER_EVERY_MS = 4000;

type WallOrder = { readonly paths: readonly string[]; readonly rooms: readonly Room[] };

/**
 * The order of the wall. While `held`, because the pointer or the keyboard is active on it, rooms
 * keep their places.
 */
export function useWallOrder(
  store: RoomStore,
  present: readonly string[],
  filter: WallFilter,
  held: boolean,
): WallOrder {
  const clock = useClock();
  const [order, setOrder] = useState<WallOrder>({ paths: [], rooms: [] });
  const fresh = (): WallOrder => {
    const rooms = present
      .map((path) => toRoom(store.row(path).getSnapshot()))
      .filter((room) => room !== null);
    return { rooms, paths: orderWall(rooms, filter, clock.now()) };
  };
  // The filter has changed: the order is updated in the same render, so that no old order is
  // visible.
  const asked = `${present.join(' ')}|${filter.building}|${filter.floor}|${filter.sort}`;
  const [answered, setAnswered] = useState('');
  if (asked !== answered) {
    setAnswered(asked);
    setOrder(fresh());
  }
  const refresh = useEffectEvent(() => {
    if (held) return;
    const next = fresh();
    if (order.paths.join(' ') !== next.paths.join(' ')) setOrder(next);
  });
  useEffect(() => {
    const timer = setInterval(() => refresh(), ORDER_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return order;
}
