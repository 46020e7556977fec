import { createContext, useContext, useSyncExternalStore } from 'react';

/** The connection status, which limits how fresh data can be: `opening` before the first answer. */
export type ConnectionStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'live' }
  | { readonly kind: 'stale'; readonly since: Date }
  /**
   * `fromCopy`: no data has arrived since the page was opened; `since` is the age of the cache
   * shown.
   */
  | { readonly kind: 'lost'; readonly since: Date; readonly fromCopy?: boolean }
  | { readonly kind: 'refused'; readonly code: string };

/** A store of the connection status; the same object until it changes. */
export type ConnectionStatusSource = {
  readonly current: () => ConnectionStatus;
  readonly subscribe: (listener: () => void) => () => void;
};

const OPENING: ConnectionStatus = { kind: 'opening' };

export const LinkContext = createContext<ConnectionStatusSource>({
  current: () => OPENING,
  subscribe: () => () => undefined,
});

/** Whether values must be greyed: two heartbeats are missing. */
export function useIsConnectionStale(): boolean {
  const { kind } = useConnectionStatus();
  return kind === 'lost' || kind === 'refused';
}

export function useConnectionStatus(): ConnectionStatus {
  const watch = useContext(LinkContext);
  return useSyncExternalStore(watch.subscribe, watch.current);
}
