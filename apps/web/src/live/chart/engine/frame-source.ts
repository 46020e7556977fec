import type { Problem, StreamDeclaration } from '@yamori/domain';

/** Callbacks of a watched device. */
export type WatchListener = {
  /** Called again when the device's type or calibration changes, and after a reconnect. */
  readonly onWatching: (
    streams: readonly StreamDeclaration[],
    clockOffsetSeconds: number | null,
  ) => void;
  /** One or more whole frames, borrowed for the call. */
  readonly onFrames: (bytes: Uint8Array) => void;
  readonly onDropped: (frames: number) => void;
  readonly onFailed: (problem: Problem) => void;
};

export type WatchOptions = {
  readonly streamIds?: readonly number[];
  readonly historySeconds: number;
};

/** A range of a device's past in that room. Times in ms since 1970 UTC. */
export type PastRange = {
  readonly roomId: string;
  readonly serial: string;
  readonly streamIds: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
};

/** An unbroken run of one stream: digital values of each channel, `stepMs` apart. */
export type PastPiece = {
  readonly streamId: number;
  readonly fromMs: number;
  readonly stepMs: number;
  readonly channels: readonly Int16Array[];
};

/** A source of frames: the live connection, or a recording. */
export type FrameSource = {
  /** Returns a function that ends the watch. */
  readonly watch: (serial: string, options: WatchOptions, listener: WatchListener) => () => void;
  /** Absent if the source has no past. */
  readonly past?: (range: PastRange) => Promise<readonly PastPiece[]>;
};
