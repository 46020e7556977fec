import { Link, useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { showWithin } from '../../kit/show-within.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { isCurrent, railGroups, routeIcon } from './navigation.ts';
import css from './rail.module.css';

/** The left rail: icons with labels, which the user can collapse to icons with tooltips. */
export function Rail() {
  const { t } = useTranslation('frame');
  const [{ railNarrow }, change] = usePreferences();
  const label = railNarrow ? t('widen') : t('narrow');
  const groups = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Scrolls the current link into view if the rail is higher than the screen.
  useLayoutEffect(() => showWithin(groups.current, '[aria-current="page"]'), [path]);
  return (
    <nav className={css['rail']} data-narrow={railNarrow} aria-label={t('navigation')}>
      <Link to="/" className={css['brand']}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{t('product')}</span>
      </Link>
      <div ref={groups} className={css['groups']}>
        <RailGroups />
      </div>
      <button
        type="button"
        className={css['fold']}
        onClick={() => change({ railNarrow: !railNarrow })}
        aria-label={label}
        title={label}
      >
        <ToolIcon name={railNarrow ? 'unfold' : 'fold'} size={18} />
        <span>{label}</span>
      </button>
    </nav>
  );
}

/** The groups of the rail; the drawer of small screens shows the same. */
export function RailGroups({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('frame');
  const { t: words } = useTranslation('routes');
  const { visitor } = useViewer();
  const path = useLocation({ select: (location) => location.pathname });
  return railGroups(visitor).map(({ group, routes }) => (
    <section key={group} className={css['group']} aria-label={t(`groups.${group}`)}>
      <h2>{t(`groups.${group}`)}</h2>
      <ul>
        {routes.map((route) => {
          // Every route id has a title (a test compares the two); the keys' type cannot follow a
          // run-time id.
          const title = words(`${route.id}.title` as 'index.title');
          return (
            <li key={route.id}>
              {/* Without `exact` the link would be marked as current on every address below its
                  own. */}
              <Link
                to={route.path}
                activeOptions={{ exact: true }}
                className={css['link']}
                title={title}
                data-current={isCurrent(route, path)}
                aria-current={isCurrent(route, path) ? 'page' : undefined}
                onClick={onFollow}
              >
                <ToolIcon name={routeIcon(route.id)} size={20} />
                <span>{title}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
