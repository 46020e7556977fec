import { organisationApi } from '@yamori/domain';
import type { Core } from '../../core/context.ts';
import { route } from '../../core/http/route.ts';
import type { Module } from '../../core/module.ts';
import { createDomainMoving } from './domain-moving.ts';
import { readDomains } from './domain-overview-store.ts';
import { domainRoutes } from './domain-routes.ts';
import { createDomainStore } from './domain-store.ts';
import { parameterRoutes } from './parameter-routes.ts';

type OrganisationNeeds = { readonly announceDomainChange: (domainId: string) => void };

/** The tree of organisations, their logos and parameters. */
export function openOrganisations(
  { store, database, access }: Core,
  { announceDomainChange }: OrganisationNeeds,
): Module {
  const moving = createDomainMoving({
    store,
    domains: createDomainStore(store, database),
    onMoved: (domainIds) => domainIds.forEach(announceDomainChange),
  });
  return {
    routes: [
      ...domainRoutes({ access, moving }),
      ...parameterRoutes({ database }),
      route(organisationApi.overview, ({ query }) => readDomains(database, query)),
    ],
  };
}
