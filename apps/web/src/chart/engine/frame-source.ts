import type { Problem, StreamDeclaration } from '@yamori/domain';

/** What a watched device tells. */
export type WatchListener = {
  /** Again when the device's type or calibration changes, and after the link has come back. */
  readonly onWatching: (streams: readonly StreamDeclaration[], clockOffsetSeconds: number | null) => void;
  /** One or more whole frames, borrowed for the call. */
  readonly onFrames: (bytes: Uint8Array) => void;
  readonly onDropped: (frames: number) => void;
  readonly onFailed: (problem: Problem) => void;
};

export type WatchOptions = { readonly streamIds?: readonly number[]; readonly historySeconds: number };

/** Where frames come from: the live link, or a recording. */
export type FrameSource = {
  /** Returns what ends the watch. */
  readonly watch: (serial: string, options: WatchOptions, listener: WatchListener) => () => void;
};
