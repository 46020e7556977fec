import { useMatches } from '@tanstack/react-router';
import { useSession, type SessionState } from '../../features/sign-in/session-context.tsx';
import { lazyComponent } from '../../kit/pages/lazy-component.tsx';
import { PlainLayout } from './plain-layout.tsx';

/** The frame behind sign-in is a separate chunk, so that the sign-in page stays small. */
const MAIN_LAYOUT = lazyComponent(() => import('./main-layout.tsx'), 'MainLayout');

export const loadMainLayout = MAIN_LAYOUT.prefetch;

/**
 * The frame of the members' pages. It also holds the public pages that a member opens during a
 * night, so that the frame, its connection and its calls stay while they move between the two.
 * Without a session, those pages are plain.
 */
export function MemberLayout() {
  const [state] = useSession();
  const isPublic = useMatches({
    select: (matches) => matches.at(-1)?.staticData.isPublic === true,
  });
  return isPublic && !hasFrame(state) ? <PlainLayout /> : <MAIN_LAYOUT />;
}

/** A session of a one-time link shows its target only. */
const hasFrame = (state: SessionState): boolean =>
  state.kind === 'signedIn' && state.user.singleTimeToken === null;
