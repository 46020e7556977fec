import type { LiveLink } from '../../client/live-link.ts';
import type { LinkStanding, LinkWatch } from '../../ui/connection/link-context.tsx';

/** The link's state as the frame shows it: until the first answer it is opening, not stale. */
export function watchLink(link: Pick<LiveLink, 'state' | 'onState'>, onRefused: () => void): LinkWatch {
  const listeners = new Set<() => void>();
  let wasLive = link.state().kind === 'live';
  let standing: LinkStanding = wasLive ? link.state() : { kind: 'opening' };
  link.onState((state) => {
    wasLive ||= state.kind === 'live';
    standing = !wasLive && state.kind === 'stale' ? { kind: 'opening' } : state;
    for (const listener of listeners) listener();
    if (state.kind === 'refused') onRefused();
  });
  return {
    current: () => standing,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
