import type { WatchListener, WatchOptions } from '../../connection/link-watches.ts';

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
