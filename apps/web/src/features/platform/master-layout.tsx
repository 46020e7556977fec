import { decideAll, ROUTES, type Route } from '@yamori/domain';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AreaTabs } from '../../kit/pages/area-tabs.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './master.module.css';

const AREA = '/master';
/** Pages whose tab has a different address prefix. */
const BELONGS: readonly (readonly [address: string, tab: string])[] = [
  ['/master/device-lists/', '/master/device-types'],
  ['/master/domain/', '/master/domain-lists'],
];

/** The home tab must not appear active on pages below its address. */
const EXACT = { exact: true, includeSearch: false };

const isOpenAt = ({ path }: Route, address: string): boolean =>
  path === AREA
    ? address === AREA
    : address === path ||
      BELONGS.some(([begins, tab]) => tab === path && address.startsWith(begins));

/** The platform area: tabs for the pages that this visitor may open, around the current page. */
export function MasterLayout() {
  const { t } = useTranslation('fleet');
  const { t: routes } = useTranslation('routes');
  const { visitor } = useViewer();
  const address = useLocation({ select: ({ pathname }) => pathname });
  const tabs = ROUTES.filter(
    (route) => route.navigation === 'master' && decideAll(route.guards, visitor) === 'allowed',
  );
  // A visitor without any page gets the reason.
  if (tabs.length === 0) return <Outlet />;
  return (
    <div className={css['area']}>
      <div className={css['bar']}>
        <AreaTabs label={t('area')} address={address}>
          {tabs.map((route) => (
            // Every route id has a text (a test compares the two); the key type cannot follow a
            // run-time id.
            <Link
              key={route.id}
              to={route.path}
              activeOptions={EXACT}
              aria-current={isOpenAt(route, address) ? 'page' : undefined}
            >
              {route.path === AREA ? t('home') : routes(`${route.id}.title` as 'index.title')}
            </Link>
          ))}
        </AreaTabs>
      </div>
      <div className={css['body']}>
        <Outlet />
      </div>
    </div>
  );
}
