import { Outlet, useMatches } from '@tanstack/react-router';
import { useSession, type SessionState } from '../../features/sign-in/session-context.tsx';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import { lazyComponent } from '../../kit/pages/lazy-component.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import css from './layouts.module.css';

/** The frame behind sign-in is a separate chunk, so that the sign-in page stays small. */
export const MAIN_LAYOUT = lazyComponent(() => import('./main-layout.tsx'), 'MainLayout');

/**
 * Pages before sign-in: only the page and its language switch. Pages that a member may also open
 * during a night keep the frame and its calls while signed in.
 */
export function PlainLayout() {
  const [state] = useSession();
  const keepsFrame = useMatches({
    select: (matches) => matches.at(-1)?.staticData.keepsFrame === true,
  });
  if (keepsFrame && hasFrame(state)) return <MAIN_LAYOUT />;
  return (
    <div className={css['plain']}>
      <LanguageSwitch />
      <main id="page">
        <RegionBoundary>
          <Outlet />
        </RegionBoundary>
      </main>
    </div>
  );
}

/** A session of a one-time link shows its target only. */
const hasFrame = (state: SessionState): boolean =>
  state.kind === 'signedIn' && state.user.singleTimeToken === null;
