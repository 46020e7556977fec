import { organisationApi, parameterApi } from '@yamori/domain';
import type { Core } from '../../core/context.ts';
import type { Database } from '../../core/database/database.ts';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import { toSubnet } from '../../core/http/address-limit.ts';
import { readCommand } from '../../core/http/idempotency-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { Module } from '../../core/module.ts';
import { createDomainMoving, type DomainMoving } from './domain-moving.ts';
import { readDomains } from './domain-overview-store.ts';
import { createDomainStore } from './domain-store.ts';
import { logoRoutes } from './logo-routes.ts';
import { countOverrides, readOverrides } from './override-store.ts';

type OrganisationDeps = { readonly announceDomainChange: (domainId: string) => void };

/** The tree of organisations, their logos and parameters. */
export function openOrganisations(
  { store, database, access }: Core,
  { announceDomainChange }: OrganisationDeps,
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

/** Commands on organisations that involve more than their own document. */
const domainRoutes = ({
  moving,
  access,
}: {
  readonly moving: DomainMoving;
  readonly access: DocumentAccess;
}): readonly Route[] => [
  ...logoRoutes({ access }),
  route(organisationApi.move, ({ actor, params, body, request }) =>
    moving.move(
      { actor, author: { command: readCommand(request, actor), address: toSubnet(request.ip) } },
      params.domainId,
      body.parentDomainId,
    ),
  ),
];

function parameterRoutes({ database }: { readonly database: Database }): readonly Route[] {
  return [
    route(parameterApi.overrideCounts, async () => ({
      parameters: await countOverrides(database),
    })),
    route(parameterApi.overrides, ({ params }) => readOverrides(database, params.key)),
  ];
}
