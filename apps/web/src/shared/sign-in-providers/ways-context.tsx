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
import type { WaysClient } from './ways-client.ts';

/** What screens need for the ways in that others vouch for; the app hands it in. */
export type Ways = {
  readonly client: WaysClient;
  /** Those that this installation has. */
  readonly offered: () => WaysIn;
};

export const WaysContext = createContext<Ways | null>(null);

export function useWays(): Ways {
  const ways = useContext(WaysContext);
  if (ways === null) throw new Error('WaysContext is missing');
  return ways;
}

/**
 * A launcher of this screen's own, which ends with it, and where its try stands. `onDone`: once for
 * each that ends well, with its outcome.
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
