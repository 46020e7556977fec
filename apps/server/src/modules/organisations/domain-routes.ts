import { organisationApi } from '@yamori/domain';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import { subnetOf } from '../../core/http/address-limit.ts';
import { commandOf } from '../../core/http/command-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { DomainMoving } from './domain-moving.ts';
import { logoRoutes } from './logo-routes.ts';

/** Commands on organisations that involve more than their own document. */
export const domainRoutes = ({
  moving,
  access,
}: {
  readonly moving: DomainMoving;
  readonly access: DocumentAccess;
}): readonly Route[] => [
  ...logoRoutes({ access }),
  route(organisationApi.move, ({ actor, params, body, request }) =>
    moving.move(
      { actor, author: { command: commandOf(request, actor), address: subnetOf(request.ip) } },
      params.domainId,
      body.parentDomainId,
    ),
  ),
];
