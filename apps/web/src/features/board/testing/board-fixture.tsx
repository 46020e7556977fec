import { COLLECTIONS, ProblemError, type AccessLevel, type StoredDocument } from '@yamori/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createDocuments } from '../../../live/documents/documents-client.ts';
import { DocumentsProvider } from '../../../live/documents/documents-context.tsx';
import { NightFiguresContext, type NightFiguresClient } from '../../../shared/night-figures/api.ts';
import { keptLog } from '../../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../../live/testing/memory-transport.ts';
import { startTranslation } from '../../../locales/translation.ts';
import { createClock } from '../../../kit/clock/clock.ts';
import { ClockProvider } from '../../../kit/clock/clock-context.tsx';
import { LinkContext, type ConnectionStatus } from '../../../shared/connection/link-context.tsx';
import { createDialogs } from '../../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../../kit/dialog/dialogs-context.tsx';
import { createToasts } from '../../../kit/toast/toast-store.ts';
import { ToastsProvider } from '../../../kit/toast/toasts-view.tsx';
import { createPreferences } from '../../../kit/theme/preferences.ts';
import { PreferencesProvider, ThemeProvider } from '../../../kit/theme/preferences-context.tsx';
import '../../../kit/theme/tokens.css';
import '../../../kit/theme/base.css';
import { BannerRoomsProvider } from '../../../shared/alarm-sound/banner-alarms.ts';
import { RoomsNeedingAttentionProvider } from '../../../shared/room-state/rooms-needing-attention.tsx';
import { NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import { ViewerContext } from '../../../shared/viewer/viewer-context.tsx';
import { HomeScreen } from '../home-screen.tsx';
import type { Room } from '../room-store.ts';
import { createIdleConnection } from '../../../live/testing/idle-connection.ts';
import { aUser } from '../../../shared/viewer/testing/a-user.ts';

const USER = aUser({ signInTime: NIGHT.toISOString() });

/** A server of figures that is not to be reached: the board falls back on whole nights. */
const NO_FIGURES: NightFiguresClient = {
  read: () => Promise.reject(new ProblemError({ code: 'network-unreachable' })),
  newest: () => Promise.reject(new ProblemError({ code: 'network-unreachable' })),
  noteTable: () => Promise.reject(new ProblemError({ code: 'network-unreachable' })),
};

/** The board on real documents in memory. `put` stores a room, and the screen follows. */
export async function renderBoard(
  address: string,
  rooms: readonly Room[],
  status: ConnectionStatus = { kind: 'live' },
  accessLevel: AccessLevel = 3,
  language: 'ja' | 'en' = 'ja',
  figures = NO_FIGURES,
  more: Readonly<Record<string, object>> = {},
  inBanner: readonly string[] = [],
) {
  // Later writes have newer times.
  const written = { count: 0 };
  const transport = new MemoryTransport(() => new Date(NIGHT.getTime() + (written.count += 1)));
  const put = (room: Room): void =>
    transport.put(`room/${room.documentReferenceId}`, toValues(room));
  rooms.forEach(put);
  // Document values only; their types come from the schemas.
  const putDocument = (path: string, data: object): void => {
    transport.put(path, data as StoredDocument['data']);
  };
  for (const [path, data] of Object.entries(more)) putDocument(path, data);
  const documents = createDocuments({ transport, collections: COLLECTIONS, log: keptLog() });
  const wakes = { count: 0 };
  const place = document.createElement('div');
  place.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
  document.body.append(place);
  const root = createRoot(place);
  const router = boardRouter(address);
  const translation = await startTranslation(language);
  root.render(
    <I18nextProvider i18n={translation}>
      <PreferencesProvider
        preferences={createPreferences({ getItem: () => null, setItem: () => undefined })}
      >
        <ThemeProvider>
          <ToastsProvider toasts={createToasts()}>
            <QueryClientProvider client={new QueryClient()}>
              <DocumentsProvider
                documents={documents}
                link={createIdleConnection(transport, {
                  wake: () => {
                    wakes.count += 1;
                  },
                })}
              >
                <LinkContext value={{ current: () => status, subscribe: () => () => undefined }}>
                  <ClockProvider clock={createClock(() => NIGHT.getTime() + 5000)}>
                    <ViewerContext
                      value={{
                        visitor: { kind: 'signedIn', accessLevel },
                        user: { ...USER, accessLevel },
                        hasOwnHome: false,
                        reach: ['home'],
                        organisationId: null,
                      }}
                    >
                      <DialogsProvider dialogs={createDialogs()}>
                        <RoomsNeedingAttentionProvider>
                          <BannerRoomsProvider value={new Set(inBanner)}>
                            <NightFiguresContext value={figures}>
                              <RouterProvider router={router} />
                            </NightFiguresContext>
                          </BannerRoomsProvider>
                        </RoomsNeedingAttentionProvider>
                      </DialogsProvider>
                    </ViewerContext>
                  </ClockProvider>
                </LinkContext>
              </DocumentsProvider>
            </QueryClientProvider>
          </ToastsProvider>
        </ThemeProvider>
      </PreferencesProvider>
    </I18nextProvider>,
  );
  return {
    put,
    /** The room as the reply of the reader's own command. */
    accept: (room: Room): void =>
      documents.accept([transport.reply(`room/${room.documentReferenceId}`, toValues(room))]),
    putDocument,
    transport,
    router,
    /** How often the reader asked to connect again. */
    wakes: () => wakes.count,
    end() {
      root.unmount();
      place.remove();
    },
  };
}

/** A room is made of document values only; its type comes from the schema. */
function toValues(room: Room): StoredDocument['data'] {
  const {
    documentReferenceId: _id,
    documentPath: _path,
    createdAt: _created,
    updatedAt: _updated,
    ...data
  } = room;
  return data as unknown as StoredDocument['data'];
}

function boardRouter(address: string) {
  const rootRoute = createRootRoute();
  const board = createRoute({
    getParentRoute: () => rootRoute,
    path: '/$view',
    component: HomeScreen,
    staticData: { routeId: address.split('?')[0]?.slice(1) ?? 'index' },
  });
  return createRouter({
    routeTree: rootRoute.addChildren([board]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string>) =>
      `?${new URLSearchParams(search).toString()}`,
  });
}
