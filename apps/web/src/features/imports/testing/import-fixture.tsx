import { COLLECTIONS, type StoredDocument } from '@yamori/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createDocuments } from '../../../live/documents/documents-client.ts';
import { DocumentsProvider } from '../../../live/documents/documents-context.tsx';
import { HttpContext } from '../../../api/http-context.ts';
import { createHttp } from '../../../api/http.ts';
import { createUploadShelf } from '../../../shared/imports/testing/upload-shelf.ts';
import { createOfflineFixture } from '../../../live/offline/testing/offline-fixture.ts';
import { keptLog } from '../../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../../live/testing/memory-transport.ts';
import { startTranslation, type LanguageName } from '../../../locales/translation.ts';
import { createClock } from '../../../kit/clock/clock.ts';
import { ClockProvider } from '../../../kit/clock/clock-context.tsx';
import { createDialogs } from '../../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../../kit/dialog/dialogs-context.tsx';
import { createToasts } from '../../../kit/toast/toast-store.ts';
import { ToastsProvider } from '../../../kit/toast/toasts-view.tsx';
import '../../../kit/theme/tokens.css';
import '../../../kit/theme/base.css';
import { ViewerContext } from '../../../shared/viewer/viewer-context.tsx';
import { DataImportScreen } from '../data-import-screen.tsx';
import { HistoryScreen } from '../history/history-screen.tsx';
import { ImportsContext } from '../imports-context.ts';
import { RoomImportScreen } from '../room-import-screen.tsx';
import type { ImportQueue } from '../uploads/import-queue.ts';
import { openImportQueue } from '../uploads/open-queue.ts';
import { aUser } from '../../../shared/viewer/testing/a-user.ts';
import { createIdleConnection } from '../../../live/testing/idle-connection.ts';

export const MORNING = new Date('2026-11-21T00:00:00Z');

/** An import document as the server writes it. */
export const anUpload = (sha256: string, change: object = {}): Record<string, unknown> => ({
  sha256,
  fileName: 'night.ymr',
  sizeBytes: 430_000,
  format: 'yamori',
  deviceSerial: 'A-1042',
  from: new Date('2026-11-20T13:00:00Z'),
  to: new Date('2026-11-20T13:30:00Z'),
  streams: ['ecg'],
  streamTable: [
    {
      streamId: 1,
      kind: 'ecg',
      label: 'ecg',
      unit: 'mV',
      channels: 1,
      sampleRateHz: 250,
      samples: 450_000,
    },
  ],
  frames: 1800,
  badFrames: 0,
  addedFrames: 1800,
  repeatedFrames: 0,
  gaps: 0,
  faults: [],
  state: 'done',
  progress: 1,
  error: null,
  clock: null,
  originalStored: true,
  autoStart: true,
  uploadId: null,
  uploadedBy: 'u',
  actions: [{ at: MORNING, by: 'u', action: 'uploaded' }],
  ...change,
});

type FixtureOptions = {
  readonly address: string;
  readonly language?: LanguageName;
  readonly uploads?: Readonly<Record<string, object>>;
  readonly level?: number;
};

/**
 * The import screens on in-memory documents and server storage, with the browser's own database,
 * workers and locks.
 */
export async function renderImports({
  address,
  language = 'ja',
  uploads = {},
  level = 5,
}: FixtureOptions) {
  const transport = new MemoryTransport(() => MORNING);
  // Test documents hold only document values.
  const put = (path: string, data: object): void =>
    transport.put(path, data as StoredDocument['data']);
  for (const [id, name] of [
    ['r1', '201'],
    ['r2', '202'],
  ] as const) {
    put(`room/${id}`, {
      domainId: 'home',
      rootDomainId: 'home',
      name,
      building: '',
      floor: '2F',
      tags: [],
      capacity: 1,
      deviceSerials: [],
      sharedWith: [],
      viewId: null,
      parameterOverrides: {},
      archivedAt: null,
      live: null,
      occupant: null,
    });
  }
  for (const [path, data] of Object.entries(uploads)) put(path, data);
  const offline = await createOfflineFixture('u');
  const shelf = createUploadShelf();
  const http = createHttp({ fetch: shelf.fetch });
  const open = (): ImportQueue =>
    openImportQueue(globalThis.window, {
      http: { fetch: shelf.fetch },
      database: offline.database,
      memberId: 'u',
    });
  const place = document.createElement('div');
  place.style.cssText = 'position:fixed;inset:0;overflow:auto;background:var(--surface-0)';
  document.body.append(place);
  const root = createRoot(place);
  const router = importRouter(address);
  const translation = await startTranslation(language);
  const state = { queue: open() };
  const draw = (): void => {
    const opened = Promise.resolve(state.queue);
    root.render(
      <I18nextProvider i18n={translation}>
        <QueryClientProvider client={new QueryClient()}>
          <DocumentsProvider
            documents={createDocuments({ transport, collections: COLLECTIONS, log: keptLog() })}
            link={createIdleConnection(transport)}
          >
            <ClockProvider clock={createClock(() => MORNING.getTime())}>
              <ViewerContext
                value={{
                  visitor: { kind: 'signedIn', accessLevel: level },
                  user: { ...USER, accessLevel: level },
                  hasOwnHome: false,
                  reach: ['home'],
                  organisationId: null,
                }}
              >
                <ToastsProvider toasts={createToasts()}>
                  <DialogsProvider dialogs={createDialogs()}>
                    <HttpContext value={http}>
                      <ImportsContext value={{ openQueue: () => opened }}>
                        <Suspense>
                          <RouterProvider router={router} />
                        </Suspense>
                      </ImportsContext>
                    </HttpContext>
                  </DialogsProvider>
                </ToastsProvider>
              </ViewerContext>
            </ClockProvider>
          </DocumentsProvider>
        </QueryClientProvider>
      </I18nextProvider>,
    );
  };
  draw();
  return {
    place,
    router,
    put,
    shelf,
    transport,
    database: offline.database,
    queue: (): ImportQueue => state.queue,
    /** As a reload: memory is lost, browser storage stays. */
    reload(): void {
      state.queue.close();
      state.queue = open();
      draw();
    },
    async end() {
      state.queue.close();
      root.unmount();
      place.remove();
      await offline.end();
    },
  };
}

const USER = aUser({ accessLevel: 5, signInTime: MORNING.toISOString() });

function importRouter(address: string) {
  const rootRoute = createRootRoute();
  const of = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => rootRoute, path, component });
  const rest = createRoute({
    getParentRoute: () => rootRoute,
    path: '/room/$roomid/$page',
    component: () => null,
  });
  return createRouter({
    routeTree: rootRoute.addChildren([
      of('/data-import', DataImportScreen),
      of('/room/$roomid/import', RoomImportScreen),
      of('/room/$roomid/history', HistoryScreen),
      rest,
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string>) =>
      `?${new URLSearchParams(search).toString()}`,
  });
}
