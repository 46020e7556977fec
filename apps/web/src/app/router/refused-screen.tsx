import {
  accessLevelName,
  ACCESS_LEVEL_WORDS,
  ACCESS_LEVELS,
  isManager,
  type Actor,
} from '@yamori/domain';
import { Link, useLocation, useRouteContext, type RouteComponent } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TroubleState } from '../../kit/pages/page-state.tsx';
import { actorOf } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';

/**
 * The screen where its guards allow it, else the page that says why not; the screen's code is then
 * never loaded.
 */
export function RefusedScreen(Screen: RouteComponent): RouteComponent {
  function GuardedScreen() {
    const { refused }: { refused?: boolean } = useRouteContext({ strict: false });
    return refused === true ? <RefusedPage /> : <Screen />;
  }
  return GuardedScreen;
}

export function RefusedPage() {
  const { t, i18n } = useTranslation('pages');
  const { t: frame } = useTranslation('frame');
  const viewer = useViewer();
  const { pathname } = useLocation();
  const { user } = viewer;
  const actor = actorOf(viewer);
  const name = accessLevelName(user?.accessLevel ?? 0) ?? 'requestMfa';
  // Who belongs to no organisation owes it no second factor.
  const isGuest = name === 'requestMfa' && (user === null || user.domainId === null);
  const level = isGuest
    ? frame('guest')
    : ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][name];
  // A member with a pending second factor is asked for it first; then their own level counts.
  if (name === 'requestMfa' && !isGuest)
    return (
      <TroubleState
        title={t('factorFirst')}
        why={t('factorFirstWhy')}
        icon="info"
        next={<Link to="/account-info">{t('factorFirstDo')}</Link>}
      />
    );
  // A manager of an organisation has no one there to ask: what they may not open, no member may.
  return (
    <TroubleState
      title={t('refused')}
      why={t(wordsFor(actor, pathname), { level })}
      icon="info"
      next={<Link to="/">{t('goHome')}</Link>}
    />
  );
}

const isBelow = (pathname: string, area: '/agency' | '/master'): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);

function wordsFor(
  actor: Actor | null,
  pathname: string,
): 'refusedToMaker' | 'refusedToManager' | 'refusedMaster' | 'refusedWhy' {
  if (actor === null) return 'refusedWhy';
  // A manager cannot open these for them.
  if (isBelow(pathname, '/master') && actor.accessLevel < ACCESS_LEVELS.developer)
    return 'refusedMaster';
  if (isBelow(pathname, '/agency') && actor.accessLevel < ACCESS_LEVELS.agency)
    return 'refusedToManager';
  return actor.accessLevel >= ACCESS_LEVELS.developer
    ? 'refusedToMaker'
    : isManager(actor)
      ? 'refusedToManager'
      : 'refusedWhy';
}
