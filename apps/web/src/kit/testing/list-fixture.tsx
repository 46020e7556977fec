import { COLLECTIONS, type AccessLevel, type StoredDocument } from '@yamori/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createDocuments } from '../../live/documents/documents-client.ts';
import { DocumentsProvider } from '../../live/documents/documents-context.tsx';
import { HttpContext } from '../../api/http-context.ts';
import { createHttp } from '../../api/http.ts';
import { keptLog } from '../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../live/testing/memory-transport.ts';
import { LinkContext, type ConnectionStatus } from '../../shared/connection/link-context.tsx';
import { createDialogs } from '../dialog/dialog-store.ts';
import { DialogsProvider } from '../dialog/dialogs-context.tsx';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { ViewerContext } from '../../shared/viewer/viewer-context.tsx';
import { renderUi } from './ui-fixture.tsx';
import { aUser } from '../../shared/viewer/testing/a-user.ts';
import { createIdleConnection } from '../../live/testing/idle-connection.ts';

const USER = aUser({ signInTime: NIGHT.toISOString() });

export type ListSetup = {
  readonly Screen: () => ReactNode;
  /** The initial URL; its first segment selects the route. */
  readonly address: string;
  /** The route's path, if the screen reads its parameters. */
  readonly route?: string;
  readonly documents: Readonly<Record<string, object>>;
  readonly accessLevel?: AccessLevel;
  /** Collections whose lists are rejected. */
  readonly refused?: readonly string[];
  /** Collections whose lists get no reply, as without a network. */
  readonly silent?: readonly string[];
  /** Organisations that the user can access. */
  readonly reach?: readonly string[];
  /** The selected organisation; null: all of them. */
  readonly organisationId?: string | null;
  readonly status?: ConnectionStatus;
  /** Replies of the server by path. */
  readonly answers?: Readonly<
    Record<string, (body: unknown) => { readonly status?: number; readonly body?: unknown }>
  >;
  /** Handles a call before `answers`; undefined falls through. */
  readonly serve?: (path: string, init: RequestInit) => Promise<Response | undefined>;
  /** Wraps the screen. */
  readonly around?: (screen: ReactNode) => ReactNode;
};

/** A list screen on real documents in memory, with scripted server replies. */
export async function renderList({
  Screen,
  address,
  route = '/$',
  documents,
  refused = [],
  silent = [],
  accessLevel = 3,
  reach = ['home'],
  organisationId = 'home',
  status = { kind: 'live' },
  answers = {},
  serve,
  around = (screen) => screen,
}: ListSetup) {
  const transport = new MemoryTransport(() => NIGHT);
  // Document values only; their types come from the schemas.
  for (const [path, data] of Object.entries(documents))
    transport.put(path, data as StoredDocument['data']);
  for (const collection of refused) transport.refused.set(collection, 'network-unreachable');
  for (const collection of silent) transport.silent.add(collection);
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  const http = createHttp({
    async fetch(path, init) {
      const { body } = init;
      const elsewhere = await serve?.(path, init);
      if (elsewhere !== undefined) return elsewhere;
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
      asked.push({ path, body: sent });
      const { status = 200, body: answer = {} } =
        answers[path]?.(sent) ??
        (path.endsWith('/stays')
          ? { body: { stays: [] } }
          : { status: 404, body: { code: 'device-not-found' } });
      return status === 204 ? new Response(null, { status }) : Response.json(answer, { status });
    },
  });
  const router = listRouter(address, route, Screen);
  const fixture = await renderUi(
    around(
      <QueryClientProvider
        client={
          new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
        }
      >
        <DocumentsProvider
          documents={createDocuments({ transport, collections: COLLECTIONS, log: keptLog() })}
          link={createIdleConnection(transport)}
        >
          <LinkContext value={{ current: () => status, subscribe: () => () => undefined }}>
            <ViewerContext
              value={{
                visitor: { kind: 'signedIn', accessLevel },
                user: { ...USER, accessLevel },
                hasOwnHome: false,
                reach: [...reach],
                organisationId,
              }}
            >
              <HttpContext value={http}>
                <DialogsProvider dialogs={createDialogs()}>
                  <RouterProvider router={router} />
                </DialogsProvider>
              </HttpContext>
            </ViewerContext>
          </LinkContext>
        </DocumentsProvider>
      </QueryClientProvider>,
    ),
    NIGHT.getTime() + 5000,
  );
  fixture.place.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
  return {
    ...fixture,
    transport,
    router,
    asked,
    search: () => router.state.location.search as Readonly<Record<string, string>>,
  };
}

function listRouter(address: string, route: string, Screen: () => ReactNode) {
  const rootRoute = createRootRoute();
  const path = address.split('?')[0] ?? '/';
  const screen = createRoute({
    getParentRoute: () => rootRoute,
    path: route,
    component: Screen,
    staticData: { routeId: path.split('/').at(-1) ?? '' },
  });
  return createRouter({
    routeTree: rootRoute.addChildren([
      screen,
      ...(route === '/$'
        ? []
        : [createRoute({ getParentRoute: () => rootRoute, path: '/$', component: () => null })]),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string>) =>
      `?${new URLSearchParams(search).toString()}`,
  });
}
