import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A connection to the test PostgreSQL that tests can cut or slow down; `url` uses it. */
export type DatabaseLink = TcpProxy & { readonly url: string };

/** `socketUrl`: a database on a Unix socket, as `postgres://user@/name?host=folder`. */
export async function startDatabaseLink(socketUrl: string): Promise<DatabaseLink> {
  const url = new URL(socketUrl.replace('@/', '@localhost/'));
  const link = await startTcpProxy({ path: `${url.searchParams.get('host') ?? ''}/.s.PGSQL.5432` });
  return { ...link, url: `postgres://${url.username}@127.0.0.1:${link.port}${url.pathname}` };
}
