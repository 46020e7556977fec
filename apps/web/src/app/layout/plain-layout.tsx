import { Outlet } from '@tanstack/react-router';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import css from './layouts.module.css';

/** Pages before sign-in: only the page and its language switch. */
export const PlainLayout = () => (
  <div className={css['plain']}>
    <LanguageSwitch />
    <main id="page">
      <RegionBoundary>
        <Outlet />
      </RegionBoundary>
    </main>
  </div>
);
