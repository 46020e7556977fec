import {
  accessLevelName,
  ACCESS_LEVEL_WORDS,
  ACCESS_LEVELS,
  isManager,
  type Actor,
} from '@yamori/domain';
import { Link, useLocation, useRouteContext, type RouteComponent } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';

/**
 * Shows the screen if its guards allow it, otherwise a page with the reason, without loading the
 * screen's code.
 */
export function guardScreen(Screen: RouteComponent): RouteComponent {
  function GuardedScreen() {
    const { refused }: { refused?: boolean } = useRouteContext({ strict: false });
    return refused === true ? <ForbiddenPage /> : <Screen />;
  }
  return GuardedScreen;
}

export function ForbiddenPage() {
  const { t, i18n } = useTranslation('pages');
  const { t: frame } = useTranslation('frame');
  const viewer = useViewer();
  const { pathname } = useLocation();
  const { user } = viewer;
  const actor = toActor(viewer);
  const name = accessLevelName(user?.accessLevel ?? 0) ?? 'requestMfa';
  // Guests belong to no organisation, so no second factor is pending.
  const isGuest = name === 'requestMfa' && (user === null || user.domainId === null);
  const level = isGuest
    ? frame('guest')
    : ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][name];
  // A member with a pending second factor is asked for it first; then their own level counts.
  if (name === 'requestMfa' && !isGuest)
    return (
      <ErrorState
        title={t('factorFirst')}
        why={t('factorFirstWhy')}
        icon="info"
        next={<Link to="/account-info">{t('factorFirstDo')}</Link>}
      />
    );
  // Do not tell managers to ask their manager: no member of their organisation has more access.
  return (
    <ErrorState
      title={t('refused')}
      why={t(getReasonKey(actor, pathname), { level })}
      icon="info"
      next={<Link to="/">{t('goHome')}</Link>}
    />
  );
}

const isBelow = (pathname: string, area: '/agency' | '/master'): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);

function getReasonKey(
  actor: Actor | null,
  pathname: string,
): 'refusedToMaker' | 'refusedToManager' | 'refusedMaster' | 'refusedWhy' {
  if (actor === null) return 'refusedWhy';
  // A manager cannot grant access to these.
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
