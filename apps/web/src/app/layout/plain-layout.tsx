import { Outlet } from '@tanstack/react-router';
import { RegionBoundary } from '../../ui/pages/region-boundary.tsx';
import css from './layouts.module.css';

/** Pages before sign-in: nothing but the page. */
export const PlainLayout = () => (
  <main className={css['plain']} id="page"><RegionBoundary><Outlet /></RegionBoundary></main>
);
