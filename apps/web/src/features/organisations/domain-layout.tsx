import { decideAll, ROUTES } from '@yamori/domain';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './domains.module.css';

const TABS = ['master-domain', 'master-domain-sleep', 'master-domain-history'] as const;

/** The tabs of one organisation, around the current page. */
export function DomainTabs({
  current,
  name,
  children,
}: {
  readonly current: (typeof TABS)[number];
  readonly name?: string | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('domains');
  const { domainid = '' } = useParams({ strict: false });
  const { visitor } = useViewer();
  return (
    <div className={css['domain']}>
      <header className={css['head']}>
        <Link to="/master/domain-lists" className={css['back']}>
          {t('toAll')}
        </Link>
        {name === undefined ? null : <h1>{name}</h1>}
        <nav className={css['tabs']} aria-label={t('pages')}>
          {TABS.map((id) => {
            const route = ROUTES.find((candidate) => candidate.id === id);
            return route === undefined || decideAll(route.guards, visitor) !== 'allowed' ? null : (
              <Link
                key={id}
                to={route.path}
                params={{ domainid }}
                activeOptions={EXACT}
                aria-current={id === current ? 'page' : undefined}
              >
                {t(`tab.${id}`)}
              </Link>
            );
          })}
        </nav>
      </header>
      <div className={css['body']}>{children}</div>
    </div>
  );
}

/** The first tab must not appear active on pages below its address. */
const EXACT = { exact: true, includeSearch: false };
