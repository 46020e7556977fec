import type {
  FrameSource,
  PastPiece,
  PastRange,
  WatchListener,
  WatchOptions,
} from './frame-source.ts';

/** The part of the live client that delivers frames. */
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

/** Live frames from this thread's connection, and earlier ones from the rooms' timelines. */
export const linkFrames = (
  link: WatchingLink,
  past: (range: PastRange) => Promise<readonly PastPiece[]>,
): FrameSource => ({
  watch: (serial, options, { onWatching, onFrames, onFailed, onDropped }) =>
    link.watch(serial, options, onWatching, onFrames, onFailed, onDropped),
  past,
});
