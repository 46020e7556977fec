import { lazyPart } from '../ui/pages/lazy-part.tsx';

export const ROOM_SLEEP = lazyPart(
  () => import('../features/rooms/sleep-screen.tsx'),
  'SleepScreen',
);

/** Around every page of one room. The page that most come for is fetched beside it. */
export const ROOM_LAYOUT = lazyPart(() => {
  ROOM_SLEEP.fetchAhead();
  return import('../features/rooms/room-layout.tsx');
}, 'RoomLayout');
