import type { LiveLink } from '../connection/live-link.ts';
import type { WatchListener } from '../chart/engine/frame-source.ts';
import type { MemoryTransport } from './memory-transport.ts';

/** A live connection whose state never changes, over documents in memory and without frames. */
export const createStillLink = (
  transport: MemoryTransport,
  change: Partial<LiveLink> = {},
): LiveLink => ({
  state: () => ({ kind: 'live' }),
  onState: () => () => undefined,
  subscribe: transport.subscribe,
  watch: () => () => undefined,
  clockOffsetMs: () => 0,
  framesDropped: () => 0,
  wake: () => undefined,
  close: () => undefined,
  ...change,
});

/** A listener that ignores what a test does not name. */
export const aWatchListener = (change: Partial<WatchListener> = {}): WatchListener => ({
  onStreams: () => undefined,
  onFrames: () => undefined,
  onFail: () => undefined,
  onDropped: () => undefined,
  ...change,
});
