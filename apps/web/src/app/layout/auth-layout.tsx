import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../kit/pages/page-state.tsx';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import css from './layouts.module.css';

const AccountSide = lazy(async () => ({
  default: (await import('./account-providers.tsx')).AccountProviders,
}));

/** Layout of the account pages: a bar with a link back, and the page. */
export function AuthLayout() {
  const { t } = useTranslation('frame');
  return (
    <div className={css['auth']}>
      <header className={css['authBar']}>
        <Link to="/">
          <img src="/icon.svg" alt="" width="28" height="28" />
          {t('product')}
        </Link>
      </header>
      <main id="page">
        <RegionBoundary>
          <Suspense fallback={<LoadingState />}>
            <AccountSide>
              <Outlet />
            </AccountSide>
          </Suspense>
        </RegionBoundary>
      </main>
    </div>
  );
}
