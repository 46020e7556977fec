import { organisationApi } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import { subnetOf } from '../../core/http/address-limit.ts';
import { commandOf } from '../../core/http/command-key.ts';
import { serveEndpoint } from '../../core/http/serve-endpoint.ts';
import type { DomainMoving } from './domain-moving.ts';
import { registerLogoRoutes } from './logo-routes.ts';

/** Commands on organisations that involve more than their own document. */
export function registerDomainRoutes(
  server: FastifyInstance,
  { moving, access }: { readonly moving: DomainMoving; readonly access: DocumentAccess },
): void {
  registerLogoRoutes(server, { access });

  serveEndpoint(server, organisationApi.move, ({ actor, params, body, request }) =>
    moving.move(
      { actor, author: { command: commandOf(request, actor), address: subnetOf(request.ip) } },
      params.domainId,
      body.parentDomainId,
    ),
  );
}
