import type { Frames } from './replay-clock.ts';
import { getMoment, findSteadyInterval, type RoomMoment, type RoomReplay } from './replay-night.ts';

/** The callbacks of a room's tile. */
type ReplayFace = {
  /** Called when the room's state changes. */
  readonly say: (moment: Pick<RoomMoment, 'state' | 'happening'>) => void;
  readonly rates: (moment: Pick<RoomMoment, 'heartRate' | 'respirationRate'>) => void;
  /** The elapsed share of the night, whenever the line moves by a pixel. */
  readonly played: (share: number) => void;
};

export type ReplayFaces = {
  /** @returns a function that removes the tile */
  readonly add: (room: RoomReplay, face: ReplayFace) => () => void;
  readonly show: (atMs: number) => void;
  /** The width of the small hypnogram in device pixels. */
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
 * Maximum updates in a frame; the other rooms follow in the next frames. This prevents a dropped
 * frame when a whole floor changes.
 */
const MAX_UPDATES_PER_FRAME = 10;

/**
 * Drives all tiles of a floor from one clock. At 60 frames per second each frame advances the night
 * by eight seconds, and most frames change nothing: a room is checked only after its epoch or event
 * ends, and its tile is updated only on a change.
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
  /** @returns whether the tile changed */
  const showOne = (shown: Shown): boolean => {
    const share = Math.round(((atMs - fromMs) / (toMs - fromMs)) * pixels) / pixels;
    const hasMoved = share !== shown.share;
    if (hasMoved) shown.face.played(share);
    shown.share = share;
    if (shown.fromMs <= atMs && atMs < shown.toMs) return hasMoved;
    const [before, moment] = [shown.moment, getMoment(shown.room, atMs)];
    Object.assign(shown, { moment, ...findSteadyInterval(shown.room, atMs) });
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
  /** Continues where the last frame ended, so that all rooms wait equally long. */
  const showSome = (): void => {
    rest();
    let updated = 0;
    for (let seen = 0; seen < all.length; seen++) {
      const shown = all[next % all.length];
      next = (next + 1) % all.length;
      if (shown !== undefined && showOne(shown)) updated += 1;
      if (updated < MAX_UPDATES_PER_FRAME || seen === all.length - 1) continue;
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
