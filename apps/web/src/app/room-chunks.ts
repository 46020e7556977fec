import { lazyPart } from '../kit/pages/lazy-part.tsx';

export const ROOM_SLEEP = lazyPart(
  () => import('../features/nights/sleep-screen.tsx'),
  'SleepScreen',
);

/** The layout of the pages of a room. The most visited page is loaded in parallel. */
export const ROOM_LAYOUT = lazyPart(() => {
  ROOM_SLEEP.fetchAhead();
  return import('../features/nights/room-layout.tsx');
}, 'RoomLayout');
