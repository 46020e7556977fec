import type { LinkState } from '../connection/link-state.ts';
import type { LiveLink } from '../connection/live-link.ts';

/**
 * A link under a page that was opened from the copy: until it is live for the first time, what is
 * shown is as old as the copy, not as old as the page.
 */
export function agedLink(link: LiveLink, savedAt: Date): LiveLink {
  let wasLive = link.state().kind === 'live';
  const aged: LinkState = { kind: 'lost', since: savedAt };
  const seen = (state: LinkState): LinkState => {
    wasLive ||= state.kind === 'live';
    return wasLive || state.kind === 'refused' ? state : aged;
  };
  link.onState(seen);
  return {
    ...link,
    state: () => seen(link.state()),
    onState: (listener) => link.onState((state) => listener(seen(state))),
  };
}
