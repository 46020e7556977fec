import { decideAll, ROUTES, type Route } from '@yamori/domain';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { AgencyProvider } from '../../../shared/agency/agency-context.tsx';
import { compareNames } from '../../../kit/list/list-url-state.ts';
import {
  useOrganisationList,
  type Organisation,
} from '../../../shared/organisations/use-organisations.ts';
import { AreaTabs } from '../../../kit/pages/area-tabs.tsx';
import { EmptyState, LoadingState } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import css from './agency.module.css';

const isOpenAt = ({ path }: Route, address: string): boolean =>
  address === path || (path === '/agency/partners' && address.startsWith('/agency/partner/'));

/** The agency's area: tabs for the pages that this visitor may open, around the current page. */
export function AgencyLayout() {
  const { t } = useTranslation('agencyArea');
  const { t: routes } = useTranslation('routes');
  const { visitor } = useViewer();
  const address = useLocation({ select: ({ pathname }) => pathname });
  const [values] = useUrlParams();
  const tabs = ROUTES.filter(
    (route) => route.navigation === 'agency' && decideAll(route.guards, visitor) === 'allowed',
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
              search={values['agency'] === undefined ? {} : { agency: values['agency'] }}
              aria-current={isOpenAt(route, address) ? 'page' : undefined}
            >
              {routes(`${route.id}.title` as 'index.title')}
            </Link>
          ))}
        </AreaTabs>
        <AgencyChoice />
      </div>
      <div className={css['body']}>
        <WithAgency>
          <Outlet />
        </WithAgency>
      </div>
    </div>
  );
}

const filterAgencies = (all: readonly Organisation[]): readonly Organisation[] =>
  all.filter(({ kind }) => kind === 'agency').toSorted((a, b) => compareNames(a.name, b.name));

/**
 * The agency shown: a member's own, or the one that a platform administrator chooses in the
 * address.
 */
function useOpenAgency(all: readonly Organisation[]): Organisation | undefined {
  const { user, reach } = useViewer();
  const [values] = useUrlParams();
  if (reach !== 'everything')
    return all.find(({ documentReferenceId }) => documentReferenceId === user?.domainId);
  const agencies = filterAgencies(all);
  return (
    agencies.find(({ documentReferenceId }) => documentReferenceId === values['agency']) ??
    agencies[0]
  );
}

function AgencyChoice() {
  const { t } = useTranslation('agencyArea');
  const { reach } = useViewer();
  const [, change] = useUrlParams();
  const { all } = useOrganisationList();
  const open = useOpenAgency(all);
  const agencies = filterAgencies(all);
  if (reach !== 'everything' || open === undefined || agencies.length < 2) return null;
  return (
    <label className={css['which']}>
      <span className="visually-hidden">{t('choose')}</span>
      <select
        value={open.documentReferenceId}
        onChange={(event) => change({ agency: event.currentTarget.value })}
      >
        {agencies.map(({ documentReferenceId, name }) => (
          <option key={documentReferenceId} value={documentReferenceId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function WithAgency({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('agencyArea');
  const { all, status, retry } = useOrganisationList();
  const open = useOpenAgency(all);
  if (status.kind === 'failed') return <ProblemState problem={status.problem} onRetry={retry} />;
  if (status.kind === 'loading') return <LoadingState />;
  if (open === undefined) return <EmptyState title={t('none')} why={t('noneWhy')} />;
  return (
    <AgencyProvider
      key={open.documentReferenceId}
      value={{ id: open.documentReferenceId, timeZone: open.timeZone }}
    >
      {children}
    </AgencyProvider>
  );
}
