import type { Problem, StreamDeclaration } from '@yamori/domain';

/** What a watched device tells. */
export type WatchListener = {
  /** Again when the device's type or calibration changes, and after the link has come back. */
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

/** What a device sent earlier, while it stood in that room. Times in ms since 1970 UTC. */
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

/** Where frames come from: the live link, or a recording. */
export type FrameSource = {
  /** Returns what ends the watch. */
  readonly watch: (serial: string, options: WatchOptions, listener: WatchListener) => () => void;
  /** Where nothing is known of earlier, it is left out. */
  readonly past?: (range: PastRange) => Promise<readonly PastPiece[]>;
};
