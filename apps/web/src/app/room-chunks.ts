import { lazyPart } from '../kit/pages/lazy-part.tsx';

export const ROOM_SLEEP = lazyPart(
  () => import('../features/nights/sleep-screen.tsx'),
  'SleepScreen',
);

/** Around every page of one room. The page that most come for is fetched beside it. */
export const ROOM_LAYOUT = lazyPart(() => {
  ROOM_SLEEP.fetchAhead();
  return import('../features/nights/room-layout.tsx');
}, 'RoomLayout');
