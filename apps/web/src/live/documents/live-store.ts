import { useSyncExternalStore } from 'react';
import { ProblemError, type Problem } from '@yamori/domain';
import { failedWith, resultUnder, type Heard, type LiveResult } from './live-result.ts';
import type { LiveConnection } from '../connection/live-connection.ts';

/** The interface of `useSyncExternalStore`. */
export type ExternalStore<Snapshot> = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => Snapshot;
};

export const useExternalStore = <Snapshot>(store: ExternalStore<Snapshot>): Snapshot =>
  useSyncExternalStore(store.subscribe, store.getSnapshot);

/**
 * Starts a listener.
 * @returns a function that ends it
 */
type Listen<Value> = (
  onValue: (value: Value) => void,
  onFail: (problem: Problem) => void,
) => () => void;

/** The part of the connection that stores need. */
export type ConnectionStatusSource = Pick<LiveConnection, 'state' | 'onState'>;

/**
 * Listens from the first subscriber to the last one, and holds the latest result between renders.
 */
export function createLiveStore<Value>(
  link: ConnectionStatusSource,
  listen: Listen<Value>,
): ExternalStore<LiveResult<Value>> {
  const listeners = new Set<() => void>();
  let latest: Heard<Value> = { kind: 'loading' };
  let result: LiveResult<Value> = latest;
  let ends: (() => void)[] = [];

  const settle = (next: Heard<Value>): void => {
    latest = next;
    result = resultUnder(latest, link.state());
    listeners.forEach((listener) => listener());
  };
  const start = (): void => {
    let failed = false;
    const fail = (problem: Problem): void => {
      failed = true;
      settle(failedWith(problem));
    };
    // A failing listener clears its list first; keep the list and wait for the error that follows.
    ends = [
      link.onState(() => settle(latest)),
      startListen(
        listen,
        (value) => {
          if (!failed) settle({ kind: 'ready', value });
        },
        fail,
      ),
    ];
  };
  const stop = (): void => {
    ends.forEach((end) => end());
    ends = [];
  };
  return {
    getSnapshot: () => result,
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}

/** An invalid query (an address typed by hand) fails like a denied one. */
export function startListen<Value>(
  listen: Listen<Value>,
  onValue: (value: Value) => void,
  onFail: (problem: Problem) => void,
): () => void {
  try {
    return listen(onValue, onFail);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    onFail(error.problem);
    return () => undefined;
  }
}
