import {
  COLLECTIONS,
  ProblemError,
  type StoredDocument,
  type TimelineStream,
  type TimelineStreams,
} from '@yamori/domain';
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
import { nightChartHere } from '../../../live/chart/nights/night-host.ts';
import type { TileSource } from '../../../live/chart/nights/night-spec.ts';
import { createDocuments } from '../../../live/documents/documents-client.ts';
import { DocumentsProvider } from '../../../live/documents/documents-context.tsx';
import { HttpContext } from '../../../api/http-context.ts';
import { createHttp } from '../../../api/http.ts';
import { keptLog } from '../../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../../live/testing/memory-transport.ts';
import { startTranslation } from '../../../locales/translation.ts';
import { createClock } from '../../../kit/clock/clock.ts';
import { ClockProvider } from '../../../kit/clock/clock-context.tsx';
import { aLive } from '../../../shared/room-state/testing/live-builder.ts';
import { createDialogs } from '../../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../../kit/dialog/dialogs-context.tsx';
import { createToasts } from '../../../kit/toast/toast-store.ts';
import { ToastsProvider } from '../../../kit/toast/toasts-view.tsx';
import '../../../kit/theme/tokens.css';
import '../../../kit/theme/base.css';
import { ViewerContext } from '../../../shared/viewer/viewer-context.tsx';
import { RoomLayout } from '../room-layout.tsx';
import { ResultScreen } from '../result/result-screen.tsx';
import { SleepScreen } from '../sleep-screen.tsx';
import { type ExportApi, ExportContext } from '../../../shared/exports/api.ts';
import { TimelineContext } from '../timeline-context.ts';
import { aUser } from '../../../shared/viewer/testing/a-user.ts';
import { createIdleConnection } from '../../../live/testing/idle-connection.ts';

/** 9:00 in Tokyo, after the night of the 20th. */
export const MORNING = new Date('2026-11-21T00:00:00Z');
export const ECG: TimelineStream = {
  serial: 'A-1',
  streamId: 1,
  kind: 'ecg',
  unit: 'mV',
  sampleRateHz: 250,
  channels: 1,
  scale: 0.001,
  offset: 0,
};

/** A sawtooth from 0 to 249 every second, in columns or samples as the server sends them. */
export const sawSource: TileSource = async (_room, { fromMs, toMs, columns }) => {
  const stepUs = Math.max(4000, ((toMs - fromMs) * 1000) / columns);
  const isSamples = stepUs < 12_000;
  const step = isSamples ? 4000 : stepUs;
  const length = Math.floor(((toMs - fromMs) * 1000) / step);
  const saw = Int16Array.from(
    { length },
    (_, index) => ((fromMs * 1000 + index * step) / 4000) % 250,
  );
  const piece = isSamples
    ? { kind: 'samples' as const, minimum: [saw], maximum: [saw], mean: [saw] }
    : {
        kind: 'columns' as const,
        minimum: [new Int16Array(length)],
        maximum: [new Int16Array(length).fill(249)],
        mean: [new Int16Array(length).fill(125)],
      };
  return {
    kind: 'tile',
    etag: '"saw"',
    tile: {
      final: true,
      pieces: [
        { serial: 'A-1', streamId: 1, fromUs: fromMs * 1000, stepUs: step, length, ...piece },
      ],
    },
  };
};

/** A night as the analysis stores it: in bed from 22:00 to 6:00, with one exit. */
export const aNight = (night: string, change: object = {}): Record<string, unknown> => {
  const from = new Date(`${night}T03:00:00Z`);
  const at = (epoch: number): Date => new Date(from.getTime() + epoch * 30_000);
  return {
    night,
    from,
    to: new Date(from.getTime() + 86_400_000),
    state: 'done',
    epochs: Array.from({ length: 2880 }, (_, epoch) =>
      epoch < 1200 || epoch >= 2160
        ? 'missing'
        : epoch < 1224 || epoch > 2140
          ? 'wake'
          : Math.floor(epoch / 60) % 3 === 0
            ? 'deep'
            : 'light',
    ),
    trends: {
      heartRate: Array.from({ length: 1440 }, (_, minute) =>
        minute < 600 || minute >= 1080 ? null : 61,
      ),
      respirationRate: Array.from({ length: 1440 }, () => null),
      movement: Array.from({ length: 1440 }, () => null),
    },
    events: [{ kind: 'bedExit', from: at(1500), to: at(1512) }],
    metrics: { TST: 372, SE: 91, WASO: 20, outOfBedCount: 1 },
    quality: { code: 'good', coverage: 0.98 },
    provenance: null,
    edits: [],
    ...change,
  };
};

/** A server that cannot be reached. */
const NO_EXPORTS: ExportApi = {
  download: () => Promise.reject(new ProblemError({ code: 'network-unreachable' })),
};

type FixtureOptions = {
  readonly search?: string;
  readonly nights?: Readonly<Record<string, object>>;
  readonly streams?: readonly TimelineStream[] | 'unreachable';
  readonly recorded?: TimelineStreams['recorded'];
  readonly source?: TileSource;
  readonly level?: number;
  readonly roomExists?: boolean;
  readonly screen?: 'sleep' | 'result';
  /** Answers API calls; undefined means that no thresholds are inherited. */
  readonly serve?: (path: string, init: RequestInit) => Promise<Response | undefined>;
  readonly exports?: ExportApi;
};

/** The pages of room 201 on in-memory documents, with the real renderer. */
export async function renderRoom({
  search = '',
  nights = {},
  streams = [ECG],
  recorded = [],
  source = sawSource,
  level = 5,
  roomExists = true,
  screen = 'sleep',
  serve = async () => undefined,
  exports = NO_EXPORTS,
}: FixtureOptions) {
  const transport = new MemoryTransport(() => MORNING);
  // Test documents hold only document values.
  const put = (path: string, data: object): void =>
    transport.put(path, data as StoredDocument['data']);
  if (roomExists) {
    put('room/r1', {
      domainId: 'home',
      rootDomainId: 'home',
      name: '201',
      building: '',
      floor: '',
      tags: [],
      capacity: 1,
      deviceSerials: ['A-1'],
      sharedWith: [],
      viewId: null,
      parameterOverrides: {},
      live: aLive(),
      occupant: { alias: 'さくら', sex: 'female', birthYear: null, note: '' },
    });
  }
  for (const [night, change] of Object.entries(nights))
    put(`room/r1/sleep/${night}`, aNight(night, change));
  const place = document.createElement('div');
  place.style.cssText =
    'position:fixed;inset:0;display:flex;flex-direction:column;background:var(--surface-0)';
  document.body.append(place);
  const root = createRoot(place);
  const router = roomRouter(`/room/r1/${screen}${search}`);
  const translation = await startTranslation('ja');
  const client = {
    streams: async (): Promise<TimelineStreams> => {
      if (streams === 'unreachable') throw new ProblemError({ code: 'network-unreachable' });
      return { streams: [...streams], recorded };
    },
  };
  const http = createHttp({
    fetch: async (path, init) => (await serve(path, init)) ?? Response.json({ values: [] }),
  });
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
              <TimelineContext
                value={{
                  client,
                  openChart: nightChartHere(source),
                  prepareChart: () => undefined,
                  dropPrepared: () => undefined,
                }}
              >
                <ExportContext value={exports}>
                  <ToastsProvider toasts={createToasts()}>
                    <DialogsProvider dialogs={createDialogs()}>
                      <HttpContext value={http}>
                        <RouterProvider router={router} />
                      </HttpContext>
                    </DialogsProvider>
                  </ToastsProvider>
                </ExportContext>
              </TimelineContext>
            </ViewerContext>
          </ClockProvider>
        </DocumentsProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  return {
    place,
    router,
    put,
    transport,
    chart: (): HTMLElement => place.querySelector<HTMLElement>('[data-night-chart]') ?? place,
    end() {
      root.unmount();
      place.remove();
    },
  };
}

const USER = aUser({ accessLevel: 5, signInTime: MORNING.toISOString() });

function roomRouter(address: string) {
  const rootRoute = createRootRoute();
  const layout = createRoute({
    getParentRoute: () => rootRoute,
    id: 'room',
    component: RoomLayout,
  });
  const sleep = createRoute({
    getParentRoute: () => layout,
    path: '/room/$roomid/sleep',
    component: SleepScreen,
    staticData: { routeId: 'room-sleep' },
  });
  const result = createRoute({
    getParentRoute: () => layout,
    path: '/room/$roomid/result',
    component: ResultScreen,
    staticData: { routeId: 'room-result' },
  });
  const rest = createRoute({
    getParentRoute: () => layout,
    path: '/room/$roomid/$page',
    component: () => null,
  });
  return createRouter({
    routeTree: rootRoute.addChildren([layout.addChildren([sleep, result, rest])]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string>) =>
      `?${new URLSearchParams(search).toString()}`,
  });
}
