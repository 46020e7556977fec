import { parameterApi } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../core/database/database.ts';
import { serveEndpoint } from '../../core/http/serve-endpoint.ts';
import { countOverrides, readOverrides } from './override-store.ts';

export function registerParameterRoutes(
  server: FastifyInstance,
  { database }: { readonly database: Database },
): void {
  serveEndpoint(server, parameterApi.overrideCounts, async () => ({
    parameters: await countOverrides(database),
  }));
  serveEndpoint(server, parameterApi.overrides, ({ params }) =>
    readOverrides(database, params.key),
  );
}
