import { Link, Outlet, useMatches, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorFallback } from '../../kit/pages/broken-state.tsx';
import { EmptyState, LoadingState } from '../../kit/pages/page-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from '../layout/layouts.module.css';
import { PageDialogs } from '../layout/page-dialogs.tsx';

/** The root of every page. Sets the tab's title. */
export function RootFrame() {
  const title = useScreenTitle();
  const { t } = useTranslation('frame');
  const { t: pages } = useTranslation('pages');
  const name = title ?? pages('notFound');
  useEffect(() => {
    document.title = `${name} · ${t('product')}`;
  }, [name, t]);
  return (
    <PageDialogs>
      <Outlet />
    </PageDialogs>
  );
}

/** The title of the open screen; null on the not-found page. */
function useScreenTitle(): string | null {
  // The texts may load after the route.
  const { t, i18n } = useTranslation('routes', { bindI18nStore: 'added' });
  const routeId = useMatches().at(-1)?.staticData.routeId;
  // The id is known only at run time, so the key needs a cast. A test checks that every route has
  // a title.
  return routeId === undefined || !i18n.exists(`${routeId}.title`, { ns: 'routes' })
    ? null
    : t(`${routeId}.title` as 'index.title');
}

export function NotFoundPage() {
  const { t } = useTranslation('pages');
  const { visitor } = useViewer();
  return (
    <EmptyState
      title={t('notFound')}
      why={t('notFoundWhy')}
      next={
        visitor.kind === 'signedOut' ? (
          <Link to="/login">{t('goSignIn')}</Link>
        ) : (
          <Link to="/">{t('goHome')}</Link>
        )
      }
    />
  );
}

/** For addresses that match no route, such as malformed ones. */
export const UnknownRoutePage = () => (
  <main className={css['plain']}>
    <NotFoundPage />
  </main>
);

export const PendingScreen = () => <LoadingState />;

/** Without it, the page would be blank while the frame loads. */
export const PendingPage = () => (
  <main className={css['plain']}>
    <LoadingState />
  </main>
);

export const ScreenError = ({ error, reset }: ErrorComponentProps) => (
  <ErrorFallback error={error} onRetry={reset} />
);
