import type { WaysIn } from '@yamori/domain';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { createWayLauncher, type WayLauncher, type WayTry } from './way-launcher.ts';
import { wayWindow } from './way-window.ts';
import type { WaysClient } from './api.ts';

/** The interface for screens with external sign-in providers; injected by the app. */
export type Ways = {
  readonly client: WaysClient;
  /** The providers of this installation. */
  readonly offered: () => WaysIn;
};

export const WaysContext = createContext<Ways | null>(null);

export function useWays(): Ways {
  const ways = useContext(WaysContext);
  if (ways === null) throw new Error('useWays must be used inside <WaysContext>');
  return ways;
}

/**
 * A launcher for this screen, closed with it, and the state of its flow. `onDone`: called once for
 * each success, with its outcome.
 */
export function useWayLauncher(
  onDone: (way: string, outcome: string) => void,
): readonly [WayTry, WayLauncher] {
  const { client } = useWays();
  const launcher = useMemo(() => createWayLauncher(client, wayWindow(globalThis.window)), [client]);
  useEffect(() => () => launcher.close(), [launcher]);
  const attempt = useSyncExternalStore(launcher.subscribe, launcher.current);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (attempt.kind === 'done') done(attempt.way, attempt.outcome);
  }, [attempt]);
  return [attempt, launcher];
}
