import type { StreamDeclaration } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import type { FrameSource, WatchListener } from '../engine/frame-source.ts';

/** A device that sends what a test gives it, as real frames. */
export type PlayedSource = FrameSource & {
  /** Sends one frame of a stream: `channels` of digital values from `timeMs` on. */
  readonly send: (
    streamId: number,
    sequence: number,
    timeMs: number,
    channels: readonly Int16Array[],
  ) => void;
  readonly refuse: (code: string) => void;
  /** Stream ids of each watch in order; undefined for all. */
  readonly watches: (readonly number[] | undefined)[];
};

export function playedSource(streams: readonly StreamDeclaration[]): PlayedSource {
  const listeners = new Set<WatchListener>();
  const watches: (readonly number[] | undefined)[] = [];
  return {
    watches,
    watch(_serial, options, listener) {
      watches.push(options.streamIds);
      listeners.add(listener);
      queueMicrotask(() => listener.onStreams(streams, 0));
      return () => listeners.delete(listener);
    },
    send(streamId, sequence, timeMs, channels) {
      const bytes = encodeFrame({
        streamId,
        sequence,
        deviceTimeUs: Math.round(timeMs * 1000),
        channels,
      });
      for (const listener of listeners) listener.onFrames(bytes);
    },
    refuse(code) {
      for (const listener of listeners) listener.onFail({ code });
    },
  };
}
