import type { Frames } from './replay-clock.ts';
import { momentOf, steadyOf, type RoomMoment, type RoomReplay } from './replay-night.ts';

/** What a room's tile is told. */
type ReplayFace = {
  /** How the room is, when that changes. */
  readonly say: (moment: Pick<RoomMoment, 'state' | 'happening'>) => void;
  readonly rates: (moment: Pick<RoomMoment, 'heartRate' | 'respirationRate'>) => void;
  /** The share of the night that is over, when a line on the course moves by a pixel. */
  readonly played: (share: number) => void;
};

export type ReplayFaces = {
  /** @returns how to take it away */
  readonly add: (room: RoomReplay, face: ReplayFace) => () => void;
  readonly show: (atMs: number) => void;
  /** Device pixels of the small course of a night. */
  readonly setCourseWidth: (pixels: number) => void;
  readonly stop: () => void;
};

type Shown = {
  readonly room: RoomReplay;
  readonly face: ReplayFace;
  moment: RoomMoment | null;
  fromMs: number;
  toMs: number;
  share: number;
};

const COURSE_PIXELS = 200;
/**
 * Rooms that are told something in one frame; the others follow in the next ones. A floor whose
 * minute is over at once costs no frame so.
 */
const MOST_A_FRAME = 10;

/**
 * All tiles of a floor over one clock. Sixty times a second a night goes on by eight seconds, of
 * which most say nothing new: a room is looked at again when its half minute or what happens there
 * is over, and only what changed is told.
 */
export function createReplayFaces(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  frames: Frames,
): ReplayFaces {
  const all: Shown[] = [];
  let next = 0;
  let cancel: (() => void) | null = null;
  let atMs = fromMs;
  let pixels = COURSE_PIXELS;
  /** @returns whether there was anything to tell */
  const showOne = (shown: Shown): boolean => {
    const share = Math.round(((atMs - fromMs) / (toMs - fromMs)) * pixels) / pixels;
    const hasMoved = share !== shown.share;
    if (hasMoved) shown.face.played(share);
    shown.share = share;
    if (shown.fromMs <= atMs && atMs < shown.toMs) return hasMoved;
    const [before, moment] = [shown.moment, momentOf(shown.room, atMs)];
    Object.assign(shown, { moment, ...steadyOf(shown.room, atMs) });
    const isOther =
      before === null || before.state !== moment.state || before.happening !== moment.happening;
    const beatsOther =
      before === null ||
      before.heartRate !== moment.heartRate ||
      before.respirationRate !== moment.respirationRate;
    if (isOther) shown.face.say(moment);
    if (beatsOther) shown.face.rates(moment);
    return hasMoved || isOther || beatsOther;
  };
  const rest = (): void => {
    cancel?.();
    cancel = null;
  };
  /** Goes on where the frame before ended, so that no room waits longer than others. */
  const showSome = (): void => {
    rest();
    let told = 0;
    for (let seen = 0; seen < all.length; seen++) {
      const shown = all[next % all.length];
      next = (next + 1) % all.length;
      if (shown !== undefined && showOne(shown)) told += 1;
      if (told < MOST_A_FRAME || seen === all.length - 1) continue;
      cancel = frames(showSome);
      return;
    }
  };
  return {
    add(room, face) {
      const shown: Shown = { room, face, moment: null, fromMs: 0, toMs: 0, share: Number.NaN };
      all.push(shown);
      showOne(shown);
      return () => {
        all.splice(all.indexOf(shown), 1);
      };
    },
    show(nextMs) {
      atMs = nextMs;
      showSome();
    },
    setCourseWidth(width) {
      if (width <= 0) return;
      pixels = width;
      showSome();
    },
    stop: rest,
  };
}
