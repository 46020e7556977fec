import {
  CSV_OUTCOMES,
  csvImportApi,
  readCsvRow,
  type CsvImport,
  type CsvOutcome,
  type CsvRowPage,
  type CsvRowsReply,
} from '@yamori/domain';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { ViewerContext } from '../../../shared/viewer/viewer-context.tsx';
import { renderUi } from '../../../kit/testing/ui-fixture.tsx';
import { createCsvClient } from '../api.ts';
import { CsvAccessContext, newImportId, type CsvAccess } from '../csv-access.ts';
import { answerCall, csvHostOver, type CsvHost } from '../csv-host.ts';
import { CsvImportScreen } from '../csv-import-screen.tsx';
import { createCsvEngine } from '../engine/csv-engine.ts';
import { aUser } from '../../../shared/viewer/testing/a-user.ts';

type Row = {
  cells: CsvRowPage['rows'][number]['cells'];
  outcome: CsvOutcome;
  problem: CsvRowsReply['rows'][number]['problem'];
};
/** A server that already has room 201 and accepts every table of rooms. */
export function playServer() {
  const rows = new Map<number, Row>();
  const state: { import: CsvImport['state']; importId: string; started: unknown; lost: number } = {
    import: 'draft',
    importId: '',
    started: null,
    lost: 0,
  };
  const counts = (): CsvImport['counts'] => {
    const decided = state.import !== 'draft' && state.import !== 'running';
    // One for each of exactly these names.
    const outcomes = Object.fromEntries(
      CSV_OUTCOMES.map((outcome) => [
        outcome,
        decided ? [...rows.values()].filter((row) => row.outcome === outcome).length : 0,
      ]),
    ) as CsvImport['counts']['outcomes'];
    return { total: rows.size, waiting: decided ? 0 : rows.size, outcomes };
  };
  const createReply = (): { import: CsvImport } => ({
    import: {
      importId: state.importId,
      kind: 'room',
      domainId: 'home',
      fileName: 'rooms.csv',
      state: state.import,
      error: null,
      createdAt: '2026-11-22T00:00:00.000Z',
      counts: counts(),
    },
  });
  const takeRows = (body: unknown): CsvRowsReply => {
    const reply = csvImportApi.addRows.body.parse(body).rows.map(({ row, cells }) => {
      const reading = readCsvRow('room', cells);
      const taken: Row = reading.ok
        ? { cells, outcome: cells.name === '201' ? 'changed' : 'new', problem: null }
        : {
            cells,
            outcome: 'refused',
            problem: { code: 'csv-row-invalid', issues: [...reading.issues] },
          };
      rows.set(row, taken);
      return { row, outcome: taken.outcome, problem: taken.problem };
    });
    return { rows: reply };
  };
  const page = (outcome: string | null): CsvRowPage => ({
    rows: [...rows]
      .filter(([, row]) => row.outcome === outcome)
      .map(([row, { cells, outcome: was, problem }]) => ({
        row,
        cells,
        outcome: was,
        problem,
        link: null,
      })),
    next: null,
  });
  const documents = (collection: string): unknown => {
    const at = {
      createdAt: '2026-11-22T00:00:00.000Z',
      updatedAt: '2026-11-22T00:00:00.000Z',
      version: '1',
    };
    return {
      documents:
        collection === 'domain'
          ? [{ path: 'domain/home', data: { name: 'ひなた園' }, ...at }]
          : [{ path: 'room/r1', data: { name: '201' }, ...at }],
    };
  };
  const answer = (method: string, path: string, body: Record<string, unknown>): unknown => {
    const { pathname, searchParams } = new URL(path, 'http://ward.example');
    if (pathname === '/api/documents/list')
      return documents((body['query'] as { collection: string }).collection);
    if (pathname === '/api/csv-imports' && method === 'GET')
      return { imports: state.import === 'draft' ? [] : [createReply().import] };
    if (pathname === '/api/csv-imports') {
      state.importId = String(body['importId']);
      return createReply();
    }
    if (pathname.endsWith('/rows'))
      return method === 'POST' ? takeRows(body) : page(searchParams.get('outcome'));
    if (pathname.endsWith('/start')) {
      state.import = 'running';
      state.started = body;
      setTimeout(() => {
        state.import = 'done';
      }, 300);
    }
    if (pathname.endsWith('/undo')) {
      state.import = 'undone';
      for (const row of rows.values())
        if (row.outcome === 'new' || row.outcome === 'changed')
          Object.assign(
            row,
            row.cells.name === '204'
              ? { outcome: 'kept', problem: { code: 'csv-kept-used' } }
              : { outcome: 'undone' },
          );
    }
    return createReply();
  };
  const fetch = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    if (state.lost > 0) {
      state.lost -= 1;
      throw new TypeError('Failed to fetch');
    }
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : {};
    return Response.json(answer(method, path, sent as Record<string, unknown>));
  };
  return { state, rows, fetch };
}
export type PlayedServer = ReturnType<typeof playServer>;

/**
 * The engine in the page itself, where it can call the fake server; a channel replaces the worker's
 * port.
 */
export function hostInPage(fetch: PlayedServer['fetch']): CsvHost {
  const { port1, port2 } = new MessageChannel();
  const engine = createCsvEngine({
    http: { fetch },
    wait: () =>
      new Promise((resolve) => {
        setTimeout(resolve, 20);
      }),
    reportProgress: (progress) => port2.postMessage({ csv: 'progress', progress }),
  });
  port2.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) =>
      void answerCall(engine, data, (message) => port2.postMessage(message)),
  );
  port2.start();
  return csvHostOver({
    postMessage: (message) => port1.postMessage(message),
    listen: (onMessage) => {
      port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data));
      port1.start();
    },
    close: () => port1.close(),
  });
}

type FixtureOptions = {
  readonly level?: number;
  readonly openHost?: CsvAccess['openHost'];
  readonly search?: string;
  readonly memory?: CsvAccess['memory'];
};

export async function renderCsvImport(
  server: PlayedServer,
  {
    level = 5,
    openHost = () => hostInPage(server.fetch),
    search = '',
    memory = localStorage,
  }: FixtureOptions = {},
) {
  const user = aUser({ accessLevel: level });
  const access: CsvAccess = {
    client: createCsvClient({ fetch: server.fetch }),
    openHost,
    newId: newImportId,
    memory,
  };
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/csv-import',
    validateSearch: (given: Record<string, string>) => given,
    component: CsvImportScreen,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [`/csv-import${search}`] }),
  });
  const fixture = await renderUi(
    <ViewerContext
      value={{
        visitor: { kind: 'signedIn', accessLevel: level },
        user,
        hasOwnHome: false,
        reach: ['home'],
        organisationId: null,
      }}
    >
      <CsvAccessContext value={access}>
        <RouterProvider router={router as never} />
      </CsvAccessContext>
    </ViewerContext>,
  );
  return { ...fixture, at: () => router.state.location.searchStr };
}
