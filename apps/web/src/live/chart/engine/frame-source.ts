import type { Problem, StreamDeclaration } from '@yamori/domain';

export type WatchOptions = {
  readonly streamIds?: readonly number[];
  /** 0 to 30. */
  readonly historySeconds?: number;
};
/** Callbacks of a watched device. */
export type WatchListener = {
  /** Called at the start, after a reconnect, and when the device's type or calibration changes. */
  readonly onStreams: (
    streams: readonly StreamDeclaration[],
    clockOffsetSeconds: number | null,
  ) => void;
  /**
   * One or more whole device frames. The bytes are borrowed: copy anything that outlives the call.
   * Frames may repeat after a reconnect; check their sequence.
   */
  readonly onFrames: (bytes: Uint8Array) => void;
  readonly onFail: (problem: Problem) => void;
  /** Frames that the server dropped because this page reads too slowly. */
  readonly onDropped: (frames: number) => void;
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
