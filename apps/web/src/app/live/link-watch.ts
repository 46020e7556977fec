import type { ConnectionState } from '../../live/connection/connection-state.ts';
import { createListeners } from '../../listeners.ts';
import type { LiveConnection } from '../../live/connection/live-connection.ts';
import type {
  ConnectionStatus,
  ConnectionStatusSource,
} from '../../shared/connection/link-context.tsx';

/**
 * The connection status for the frame: `opening` until the first reply. `fromCopy`: the page was
 * opened without the server, so its data comes from the cache. `onDoubt`: the server rejected the
 * connection, or it was re-established, which also happens when the member's rights change.
 */
export function watchLink(
  link: Pick<LiveConnection, 'state' | 'onState'>,
  onDoubt: () => void,
  fromCopy: boolean,
): ConnectionStatusSource {
  const listeners = createListeners();
  let wasLive = link.state().kind === 'live';
  const seen = (state: ConnectionState): ConnectionStatus => {
    wasLive ||= state.kind === 'live';
    if (wasLive || (state.kind !== 'stale' && state.kind !== 'lost')) return state;
    return fromCopy
      ? { kind: 'lost', since: state.since, fromCopy }
      : state.kind === 'stale'
        ? { kind: 'opening' }
        : state;
  };
  let status: ConnectionStatus = seen(link.state());
  link.onState((state) => {
    const isBack = wasLive && state.kind === 'live' && status.kind !== 'live';
    status = seen(state);
    listeners.notify();
    if (state.kind === 'refused' || isBack) onDoubt();
  });
  return {
    current: () => status,
    subscribe: listeners.subscribe,
  };
}
