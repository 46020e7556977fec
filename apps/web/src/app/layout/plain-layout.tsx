import { Outlet, useMatches } from '@tanstack/react-router';
import { useSession, type SessionState } from '../../features/sign-in/session-context.tsx';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import { MAIN_LAYOUT } from '../screens.ts';
import { LanguageSwitch } from './language-switch.tsx';
import css from './layouts.module.css';

/**
 * Pages before sign-in: nothing but the page and its language. Those that a member also opens in
 * the middle of a night keep the frame around them while somebody is signed in, and with it the
 * calls.
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

/** Whoever came by a link for one thing sees that thing only. */
const hasFrame = (state: SessionState): boolean =>
  state.kind === 'signedIn' && state.user.singleTimeToken === null;
