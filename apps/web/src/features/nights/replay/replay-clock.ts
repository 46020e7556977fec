import { createListeners } from '../../../listeners.ts';

/** The playback state. */
type ReplayState = {
  readonly atMs: number;
  readonly isPlaying: boolean;
  readonly speed: number;
};

export type ReplayClock = {
  readonly current: () => ReplayState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Clamped to the night. */
  readonly seek: (atMs: number) => void;
  readonly setSpeed: (speed: number) => void;
  readonly stop: () => void;
};

/** Requests the next frame; returns a function that cancels the request. */
export type Frames = (onFrame: (nowMs: number) => void) => () => void;

/** After a page was hidden or busy, playback resumes instead of jumping ahead. */
const MAX_STEP_MS = 250;

/** Plays from `fromMs` to `toMs`, in `playMs` at speed 1, and stops at the end. */
export function createReplayClock({
  fromMs,
  toMs,
  startMs,
  playMs,
  frames,
}: {
  fromMs: number;
  toMs: number;
  startMs: number;
  playMs: number;
  frames: Frames;
}): ReplayClock {
  const within = (atMs: number): number => Math.min(toMs, Math.max(fromMs, atMs));
  const listeners = createListeners();
  let state: ReplayState = { atMs: within(startMs), isPlaying: false, speed: 1 };
  let cancel: (() => void) | null = null;
  let lastMs: number | null = null;

  const become = (next: ReplayState): void => {
    state = next;
    listeners.notify();
  };
  const rest = (): void => {
    cancel?.();
    cancel = null;
    lastMs = null;
  };
  const step = (nowMs: number): void => {
    const passedMs = lastMs === null ? 0 : Math.min(MAX_STEP_MS, nowMs - lastMs);
    lastMs = nowMs;
    const atMs = within(state.atMs + (passedMs * state.speed * (toMs - fromMs)) / playMs);
    const isOver = atMs >= toMs;
    if (isOver) rest();
    else cancel = frames(step);
    become({ ...state, atMs, isPlaying: !isOver });
  };
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    play() {
      if (state.isPlaying) return;
      // Playing at the end restarts.
      become({ ...state, atMs: state.atMs >= toMs ? fromMs : state.atMs, isPlaying: true });
      cancel = frames(step);
    },
    pause() {
      rest();
      if (state.isPlaying) become({ ...state, isPlaying: false });
    },
    seek: (atMs) => become({ ...state, atMs: within(atMs) }),
    setSpeed: (speed) => become({ ...state, speed }),
    stop: rest,
  };
}
