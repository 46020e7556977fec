import type { LinkState } from '../../live/connection/link-state.ts';
import { createListeners } from '../../listeners.ts';
import type { LiveLink } from '../../live/connection/live-link.ts';
import type { LinkStanding, LinkWatch } from '../../shared/connection/link-context.tsx';

/**
 * The link's state as the frame shows it: until the first answer it is opening, not stale.
 * `fromCopy`: the page was opened without the server, so that until then everything on it comes
 * from the copy. `onDoubt`: the server has refused the link, or it is back after it was gone, which
 * is also what happens when the member's rights change.
 */
export function watchLink(
  link: Pick<LiveLink, 'state' | 'onState'>,
  onDoubt: () => void,
  fromCopy: boolean,
): LinkWatch {
  const listeners = createListeners();
  let wasLive = link.state().kind === 'live';
  const seen = (state: LinkState): LinkStanding => {
    wasLive ||= state.kind === 'live';
    if (wasLive || (state.kind !== 'stale' && state.kind !== 'lost')) return state;
    return fromCopy
      ? { kind: 'lost', since: state.since, fromCopy }
      : state.kind === 'stale'
        ? { kind: 'opening' }
        : state;
  };
  let standing: LinkStanding = seen(link.state());
  link.onState((state) => {
    const isBack = wasLive && state.kind === 'live' && standing.kind !== 'live';
    standing = seen(state);
    listeners.tell();
    if (state.kind === 'refused' || isBack) onDoubt();
  });
  return {
    current: () => standing,
    subscribe: listeners.subscribe,
  };
}
