import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RegionBoundary } from '../../ui/pages/region-boundary.tsx';
import css from './layouts.module.css';

/** Pages about the account itself: a quiet bar that leads back, and the page. */
export function AuthLayout() {
  const { t } = useTranslation('frame');
  return (
    <div className={css['auth']}>
      <header className={css['authBar']}><Link to="/"><img src="/icon.svg" alt="" width="28" height="28" />{t('product')}</Link></header>
      <main id="page"><RegionBoundary><Outlet /></RegionBoundary></main>
    </div>
  );
}
