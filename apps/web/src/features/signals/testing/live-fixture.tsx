import { COLLECTIONS, type StoredDocument, type StreamDeclaration } from '@yamori/domain';
import type { FrameDecoder } from '@yamori/frames';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { ChartHostContext } from '../../../live/chart/chart-context.tsx';
import { createPageHost } from '../../../live/chart/chart-host.ts';
import { loadDecoder as loadServedDecoder } from '../../../live/chart/engine/decoder-loader.ts';
import { ECG } from '../../../live/chart/testing/chart-bench.ts';
import { playedSource } from '../../../live/chart/testing/played-source.ts';
import { createDocuments } from '../../../live/documents/documents-client.ts';
import { DocumentsProvider } from '../../../live/documents/documents-context.tsx';
import { HttpContext } from '../../../api/http-context.ts';
import { createHttp } from '../../../api/http.ts';
import type { ConnectionState } from '../../../live/connection/connection-state.ts';
import { keptLog } from '../../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../../live/testing/memory-transport.ts';
import { startTranslation } from '../../../locales/translation.ts';
import { createClock, type After } from '../../../kit/clock/clock.ts';
import { ClockProvider } from '../../../kit/clock/clock-context.tsx';
import { createDialogs } from '../../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../../kit/dialog/dialogs-context.tsx';
import { createToasts } from '../../../kit/toast/toast-store.ts';
import { ToastsProvider } from '../../../kit/toast/toasts-view.tsx';
import { NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import '../../../kit/theme/tokens.css';
import '../../../kit/theme/base.css';
import { ViewerContext } from '../../../shared/viewer/viewer-context.tsx';
import type { Device, Room } from '../device-source.ts';
import { createIdleConnection } from '../../../live/testing/idle-connection.ts';
import { aUser } from '../../../shared/viewer/testing/a-user.ts';

const NOTHING_INHERITED = createHttp({ fetch: async () => Response.json({ values: [] }) });
const USER = aUser({ signInTime: NIGHT.toISOString() });

type LiveFixtureOptions = {
  readonly address: string;
  readonly screen: () => ReactNode;
  readonly rooms?: readonly Room[];
  readonly devices?: readonly Device[];
  /** Stream kinds that device types declare, by type id. */
  readonly types?: Readonly<Record<string, readonly string[]>>;
  /** The streams of the played device; an ECG by default. */
  readonly streams?: readonly StreamDeclaration[];
  readonly domains?: Readonly<Record<string, StoredDocument['data']>>;
  /** The stored view of each room, by id. */
  readonly views?: Readonly<Record<string, StoredDocument['data']>>;
  readonly accessLevel?: 1 | 2 | 3 | 50 | 100;
  readonly link?: ConnectionState;
  readonly organisationId?: string | null;
  readonly language?: 'ja' | 'en';
  readonly loadDecoder?: () => Promise<FrameDecoder>;
  /** Timers of the screen; the browser's by default. */
  readonly after?: After | undefined;
};

/**
 * A live screen on in-memory documents, with the real renderer and a device that sends what a test
 * gives it.
 */
export async function renderLive({
  address,
  screen,
  rooms = [],
  devices = [],
  types = {},
  domains = {},
  views = {},
  accessLevel = 3,
  streams = [ECG],
  link = { kind: 'live' },
  organisationId = null,
  language = 'ja',
  loadDecoder = loadServedDecoder,
  after,
}: LiveFixtureOptions) {
  const transport = new MemoryTransport(() => NIGHT);
  const put = (
    collection: string,
    {
      documentReferenceId,
      documentPath: _path,
      createdAt: _created,
      updatedAt: _updated,
      ...data
    }: Room | Device,
  ): void => {
    // The builders hold only document values; their types come from the schemas.
    transport.put(
      `${collection}/${documentReferenceId}`,
      data as unknown as StoredDocument['data'],
    );
  };
  for (const room of rooms) put('room', room);
  for (const device of devices) put('device', device);
  for (const [id, domain] of Object.entries(domains)) transport.put(`domain/${id}`, domain);
  for (const [id, view] of Object.entries(views)) transport.put(`view/${id}`, view);
  for (const [code, kinds] of Object.entries(types)) {
    const declared = kinds.map((kind, index) => ({
      streamId: index + 1,
      kind,
      channels: 1,
      unit: '',
      sampleRateHz: 1,
      scale: 1,
      offset: 0,
    }));
    transport.put(`deviceType/${code}`, {
      code,
      name: code,
      maker: '',
      streams: declared,
      firmwareVersions: [],
    });
  }
  const source = playedSource(streams);
  const wakes = { count: 0 };
  const place = document.createElement('div');
  place.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
  document.body.append(place);
  const root = createRoot(place);
  const router = liveRouter(address, screen);
  const translation = await startTranslation(language);
  // Keep messages: a busy machine may check them late.
  const toasts = createToasts(undefined, {
    after: () => () => undefined,
    nowMs: () => performance.now(),
  });
  const dialogs = createDialogs();
  root.render(
    <I18nextProvider i18n={translation}>
      <QueryClientProvider
        client={
          new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
        }
      >
        <DocumentsProvider
          documents={createDocuments({ transport, collections: COLLECTIONS, log: keptLog() })}
          link={createIdleConnection(transport, {
            state: () => link,
            wake: () => {
              wakes.count += 1;
            },
          })}
        >
          <ClockProvider clock={createClock(() => NIGHT.getTime() + 5000, undefined, after)}>
            <ViewerContext
              value={{
                visitor: { kind: 'signedIn', accessLevel },
                user: { ...USER, accessLevel },
                hasOwnHome: false,
                reach: ['home'],
                organisationId,
              }}
            >
              <ToastsProvider toasts={toasts}>
                <HttpContext value={NOTHING_INHERITED}>
                  <ChartHostContext value={createPageHost(source, loadDecoder())}>
                    <DialogsProvider dialogs={dialogs}>
                      <RouterProvider router={router} />
                    </DialogsProvider>
                  </ChartHostContext>
                </HttpContext>
              </ToastsProvider>
            </ViewerContext>
          </ClockProvider>
        </DocumentsProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  return {
    source,
    place,
    router,
    /** The messages that the page has shown. */
    told: (): string[] =>
      toasts
        .current()
        .map(({ message }) => (typeof message === 'string' ? message : message('ja'))),
    /** How often the reader has asked to reconnect. */
    wakes: () => wakes.count,
    putRoom: (room: Room): void => put('room', room),
    putDocument: (path: string, data: StoredDocument['data']): void => transport.put(path, data),
    end() {
      root.unmount();
      place.remove();
    },
  };
}

function liveRouter(address: string, screen: () => ReactNode) {
  const rootRoute = createRootRoute();
  const live = createRoute({ getParentRoute: () => rootRoute, path: '$', component: screen });
  const ofRoom = createRoute({
    getParentRoute: () => rootRoute,
    path: '/room/$roomid/$',
    component: screen,
  });
  return createRouter({
    routeTree: rootRoute.addChildren([live, ofRoom]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string>) =>
      `?${new URLSearchParams(search).toString()}`,
  });
}
