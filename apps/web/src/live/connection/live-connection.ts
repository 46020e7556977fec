import type { ServerMessage } from '@yamori/domain';
import type { LiveSubscriptions } from '../documents/document-transport.ts';
import { LinkSocket, type LinkSocketOptions } from './link-socket.ts';
import type { ConnectionState } from './connection-state.ts';
import { LinkSubscriptions } from './link-subscriptions.ts';
import type { WatchListener, WatchOptions } from '../chart/engine/frame-source.ts';
import { LinkWatches } from './link-watches.ts';

/**
 * The one socket of a browser: documents and frames. Depends on neither React nor a page, so it
 * also runs in a worker.
 */
export type LiveConnection = LiveSubscriptions & {
  readonly state: () => ConnectionState;
  /**
   * Called at every change of state, but not on subscribing.
   * @returns a function that unsubscribes
   */
  readonly onState: (listener: (state: ConnectionState) => void) => () => void;
  /** Delivers frames of one device until the returned function is called. */
  readonly watch: (serial: string, options: WatchOptions, listener: WatchListener) => () => void;
  /**
   * The server's clock minus ours in milliseconds, for ages that do not depend on this machine's
   * clock.
   */
  readonly clockOffsetMs: () => number;
  /** Frames that the server dropped for us since the client was created. */
  readonly framesDropped: () => number;
  /** Connects now instead of waiting for the next attempt. */
  readonly wake: () => void;
  readonly close: () => void;
};

/**
 * Interval for a page: people read no faster, and ten renders a second keep the page responsive at
 * any rate of changes.
 */
export const PAGE_INTERVAL_MS = 100;

type LiveLinkOptions = LinkSocketOptions & {
  /** Minimum interval between two batches of one subscription; 0 delivers each immediately. */
  readonly changesIntervalMs?: number;
};

export function createLiveConnection(options: LiveLinkOptions): LiveConnection {
  const listeners = new Set<(state: ConnectionState) => void>();
  const ids = counter();
  const socket: LinkSocket = new LinkSocket(options, {
    onWelcome: () => {
      subscriptions.askAgain();
      watches.askAgain();
    },
    onMessage: (message) => deliver(message, subscriptions, watches),
    onBytes: (bytes) => watches.receiveBytes(bytes),
    onState: (state) => listeners.forEach((listener) => listener(state)),
  });
  const subscriptions = new LinkSubscriptions({
    send: (message) => socket.send(message),
    clock: options.clock,
    changesIntervalMs: options.changesIntervalMs ?? 0,
  });
  const watches = new LinkWatches((message) => socket.send(message), options.clock);
  socket.open();
  return {
    state: () => socket.state,
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribe: (target, listener) => subscriptions.add(ids(), target, listener),
    watch: (serial, watchOptions, listener) => watches.add(ids(), serial, watchOptions, listener),
    clockOffsetMs: () => socket.clockOffsetMs,
    framesDropped: () => watches.framesDropped,
    wake: () => socket.wake(),
    close: () => socket.close(),
  };
}

function deliver(
  message: ServerMessage,
  subscriptions: LinkSubscriptions,
  watches: LinkWatches,
): void {
  switch (message.type) {
    case 'changes':
      subscriptions.receive(message);
      return;
    case 'watching':
    case 'dropped':
      watches.receive(message);
      return;
    case 'failed':
      // Both draw ids from one counter, so only one of them knows a given id.
      subscriptions.receive(message);
      watches.receive(message);
      return;
    case 'welcome':
    case 'beat':
      return;
  }
}

function counter(): () => number {
  let last = 0;
  return () => (last += 1);
}
