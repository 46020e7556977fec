import type { Collection } from '@yamori/domain';
import { openTemporaryDatabase } from '../../apps/server/src/testing/temporary-database.ts';
import { openConformanceServer, type ConformanceServer } from './conformance-server.ts';

/** A conformance server with a temporary database, which is removed with it. */
export async function openTemporaryServer(collections?: {
  readonly C: Collection;
}): Promise<ConformanceServer> {
  const { database, drop } = await openTemporaryDatabase();
  const server = await openConformanceServer({
    database,
    ...(collections === undefined ? {} : { collections }),
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await drop();
    },
  };
}
