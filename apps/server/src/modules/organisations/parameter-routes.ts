import { parameterApi } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { route, type Route } from '../../core/http/route.ts';
import { countOverrides, readOverrides } from './override-store.ts';

export function parameterRoutes({ database }: { readonly database: Database }): readonly Route[] {
  return [
    route(parameterApi.overrideCounts, async () => ({
      parameters: await countOverrides(database),
    })),
    route(parameterApi.overrides, ({ params }) => readOverrides(database, params.key)),
  ];
}
