import type { LiveConnection } from '../connection/live-connection.ts';
import type { WatchListener } from '../chart/engine/frame-source.ts';
import type { MemoryTransport } from './memory-transport.ts';

/** A live connection whose state never changes, over documents in memory and without frames. */
export const createIdleConnection = (
  transport: MemoryTransport,
  change: Partial<LiveConnection> = {},
): LiveConnection => ({
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
