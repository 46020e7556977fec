import type {
  FrameSource,
  PastPiece,
  PastRange,
  WatchListener,
  WatchOptions,
} from './frame-source.ts';

/** The part of the live link that brings frames. */
type WatchingLink = {
  readonly watch: (
    serial: string,
    options: WatchOptions,
    onStreams: WatchListener['onWatching'],
    onFrames: WatchListener['onFrames'],
    onFail: WatchListener['onFailed'],
    onDropped?: WatchListener['onDropped'],
  ) => () => void;
};

/**
 * Frames from the live link of this thread, and what came before them from the rooms' timelines.
 */
export const linkFrames = (
  link: WatchingLink,
  past: (range: PastRange) => Promise<readonly PastPiece[]>,
): FrameSource => ({
  watch: (serial, options, { onWatching, onFrames, onFailed, onDropped }) =>
    link.watch(serial, options, onWatching, onFrames, onFailed, onDropped),
  past,
});
