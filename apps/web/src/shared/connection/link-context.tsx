import { createContext, useContext, useSyncExternalStore } from 'react';

/** The connection status, which limits how fresh data can be: `opening` before the first answer. */
export type LinkStanding =
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
export type LinkWatch = {
  readonly current: () => LinkStanding;
  readonly subscribe: (listener: () => void) => () => void;
};

const OPENING: LinkStanding = { kind: 'opening' };

export const LinkContext = createContext<LinkWatch>({
  current: () => OPENING,
  subscribe: () => () => undefined,
});

/** Whether values must be greyed: two heartbeats are missing. */
export function useIsConnectionStale(): boolean {
  const { kind } = useLinkStanding();
  return kind === 'lost' || kind === 'refused';
}

export function useLinkStanding(): LinkStanding {
  const watch = useContext(LinkContext);
  return useSyncExternalStore(watch.subscribe, watch.current);
}
