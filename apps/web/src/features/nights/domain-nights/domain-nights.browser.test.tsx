import {
  COLLECTIONS,
  ProblemError,
  type NightFigures,
  type NightFiguresCall,
  type StoredDocument,
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
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createDocuments } from '../../../live/documents/documents-client.ts';
import { DocumentsProvider } from '../../../live/documents/documents-context.tsx';
import { NightFiguresContext, type NightFiguresClient } from '../../../shared/night-figures/api.ts';
import { keptLog } from '../../../live/testing/kept-log.ts';
import { MemoryTransport } from '../../../live/testing/memory-transport.ts';
import { startTranslation } from '../../../locales/translation.ts';
import { createClock } from '../../../kit/clock/clock.ts';
import { ClockProvider } from '../../../kit/clock/clock-context.tsx';
import { createToasts } from '../../../kit/toast/toast-store.ts';
import { ToastsProvider } from '../../../kit/toast/toasts-view.tsx';
import '../../../kit/theme/tokens.css';
import '../../../kit/theme/base.css';
import { DomainNightsScreen } from './domain-nights-screen.tsx';
import { nightRows } from './save-nights-csv.ts';

/** Morning in Tokyo: the current night began the day before. */
const NOW = new Date('2026-03-31T00:00:00Z');
const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const aNight = (night: string, more: Partial<NightFigures> = {}): NightFigures => ({
  night,
  from: `${night}T03:00:00.000Z`,
  to: `${night}T23:00:00.000Z`,
  state: 'done',
  version: 1,
  quality: 'good',
  coverage: 0.98,
  isCorrected: false,
  awaited: [],
  figures: { TST: 372, SE: 91, WASO: 20, outOfBedCount: 1 },
  ...more,
});
const OFFLINE: NightFiguresClient['read'] = () =>
  Promise.reject(new ProblemError({ code: 'network-unreachable' }));

type Options = {
  readonly rooms?: readonly (readonly [id: string, name: string, floor: string])[];
  readonly nights?: Readonly<Record<string, readonly NightFigures[]>>;
  readonly read?: NightFiguresClient['read'];
  readonly domain?: string;
  readonly language?: 'ja' | 'en';
  readonly refusesTable?: boolean;
};

async function open(
  search: string,
  {
    rooms = [
      ['r1', '201', '2階'],
      ['r2', '202', '2階'],
      ['r3', '301', '3階'],
    ],
    nights = {},
    read,
    domain = 'home',
    language = 'ja',
    refusesTable = false,
  }: Options = {},
) {
  const transport = new MemoryTransport(() => NOW);
  // Test documents hold only document values.
  const put = (path: string, data: object): void =>
    transport.put(path, data as StoredDocument['data']);
  put('domain/home', {
    code: 'home',
    name: 'あかね苑',
    nameKana: '',
    kind: 'facility',
    parentDomainId: null,
    rootDomainId: 'home',
    ancestorIds: [],
    timeZone: 'Asia/Tokyo',
    nightStartsAt: '12:00',
  });
  for (const [id, name, floor] of rooms)
    put(`room/${id}`, { domainId: 'home', rootDomainId: 'home', name, building: '', floor });
  const asked: NightFiguresCall[] = [];
  const noted: Parameters<NightFiguresClient['noteTable']>[] = [];
  const known: NightFiguresClient['read'] = async (call) => {
    asked.push(call);
    return call.roomIds.map((roomId) => ({ roomId, nights: [...(nights[roomId] ?? [])] }));
  };
  const place = document.createElement('div');
  place.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
  document.body.append(place);
  const root = createRoot(place);
  const rootRoute = createRootRoute();
  const screen = createRoute({
    getParentRoute: () => rootRoute,
    path: '/master/domain/$domainid/sleep',
    component: DomainNightsScreen,
  });
  const result = createRoute({
    getParentRoute: () => rootRoute,
    path: '/room/$roomid/result',
    component: () => null,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([screen, result]),
    history: createMemoryHistory({ initialEntries: [`/master/domain/${domain}/sleep${search}`] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (values: Record<string, string>) =>
      `?${new URLSearchParams(values).toString()}`,
  });
  root.render(
    <I18nextProvider i18n={await startTranslation(language)}>
      <QueryClientProvider client={new QueryClient()}>
        <DocumentsProvider
          documents={createDocuments({ transport, collections: COLLECTIONS, log: keptLog() })}
          link={{
            state: () => ({ kind: 'live' }),
            onState: () => () => undefined,
            subscribe: transport.subscribe,
            watch: () => () => undefined,
            clockOffsetMs: () => 0,
            framesDropped: () => 0,
            wake: () => undefined,
            close: () => undefined,
          }}
        >
          <ClockProvider clock={createClock(() => NOW.getTime())}>
            <NightFiguresContext
              value={{
                read: read ?? known,
                newest: async () => [],
                noteTable: async (domainId, table) => {
                  noted.push([domainId, table]);
                  if (refusesTable) throw new ProblemError({ code: 'network-unreachable' });
                },
              }}
            >
              <ToastsProvider toasts={createToasts()}>
                <RouterProvider router={router} />
              </ToastsProvider>
            </NightFiguresContext>
          </ClockProvider>
        </DocumentsProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  cleanups.push(() => {
    root.unmount();
    place.remove();
  });
  return {
    place,
    router,
    asked,
    noted,
    cell: (at: string) => place.querySelector<HTMLElement>(`[data-place="${at}"]`),
  };
}

describe('the nights of an organisation', () => {
  const NIGHTS = {
    r1: [
      aNight('2026-03-29'),
      aNight('2026-03-28', { isCorrected: true, figures: { TST: 250 } }),
      aNight('2026-03-27', { coverage: 0.3, quality: 'poor' }),
    ],
    r2: [
      aNight('2026-03-29', { state: 'failed' }),
      aNight('2026-03-28', { state: 'analysing' }),
      aNight('2026-03-27', { figures: { TST: null }, quality: 'nobodyInBed' }),
    ],
  };

  it('rows are sorted by floor, the newest finished night is last, and each cell has a figure and a label', async () => {
    const fixture = await open('?nights=14', { nights: NIGHTS });
    await expect.poll(() => fixture.cell('0:13')?.textContent).toBe('6:12');
    expect(
      [...fixture.place.querySelectorAll('th[scope="row"] > span')].map((name) => name.textContent),
    ).toEqual(['201', '202', '301']);
    expect(fixture.asked[0]).toMatchObject({
      roomIds: ['r1', 'r2', 'r3'],
      nights: { kind: 'between', from: '2026-03-16', to: '2026-03-29' },
    });
    const label = (at: string) => fixture.cell(at)?.getAttribute('aria-label');
    expect([
      label('0:13'),
      label('0:12'),
      label('0:11'),
      label('1:13'),
      label('1:12'),
      label('1:11'),
      label('2:13'),
    ]).toEqual([
      '6時間12分',
      '4時間10分、修正あり',
      '6時間12分、記録が少ない',
      '解析できず',
      '解析中',
      '値なし',
      '記録なし',
    ]);
    expect([fixture.cell('0:13')?.dataset['step'], fixture.cell('0:12')?.dataset['step']]).toEqual([
      '3',
      '1',
    ]);
    expect(fixture.place.querySelector('th[scope="row"] small')?.textContent).toBe('5:31');
  });

  it('the grid is one tab stop: arrows move, the card describes the night, and Enter opens its result', async () => {
    const fixture = await open('?nights=14', { nights: NIGHTS });
    await expect.poll(() => fixture.cell('0:13')).not.toBeNull();
    expect(fixture.place.querySelectorAll('[data-place][tabindex="0"]').length).toBe(1);
    fixture.cell('0:13')?.focus();
    await expect
      .poll(() => fixture.place.querySelector('aside')?.textContent)
      .toMatch(/201.*3\/29.*睡眠時間.*6時間12分.*効率/);
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
    expect(document.activeElement?.getAttribute('data-place')).toBe('1:12');
    expect(fixture.place.querySelectorAll('[data-place][tabindex="0"]').length).toBe(1);
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect
      .poll(() => fixture.router.state.location.href)
      .toBe('/room/r1/result?night=2026-03-28');
  });

  it('the grid changes its figure and range and stores both in the address', async () => {
    const fixture = await open('', { nights: NIGHTS });
    await expect.poll(() => fixture.cell('0:29')?.textContent).toBe('6:12');
    await page.getByRole('combobox', { name: '表示する値' }).selectOptions('SE');
    await expect.poll(() => fixture.cell('0:29')?.textContent).toBe('91');
    await page.getByRole('button', { name: '90夜' }).click();
    await page.getByRole('button', { name: '前の期間' }).click();
    await expect
      .poll(() => fixture.router.state.location.search)
      .toEqual({ figure: 'SE', nights: '90', until: '2025-12-29' });
    await page.getByRole('button', { name: '次の期間' }).click();
    await expect.element(page.getByRole('button', { name: '次の期間' })).toBeDisabled();
    await page.getByRole('button', { name: '表で見る' }).click();
    await expect.element(page.getByRole('table')).toBeVisible();
    await expect
      .poll(() => fixture.router.state.location.search)
      .toEqual({ figure: 'SE', nights: '90', as: 'table' });
    expect(fixture.place.querySelector('section tbody td:nth-of-type(2)')?.textContent).toBe(
      '91 %',
    );
  });

  it('the grid shows 40 rooms × 90 nights and navigates them without a delay', async () => {
    const days = Array.from({ length: 90 }, (_, index) =>
      aNight(
        new Date(Date.parse('2026-03-29T00:00:00Z') - index * 86_400_000)
          .toISOString()
          .slice(0, 10),
      ),
    );
    const rooms = Array.from(
      { length: 40 },
      (_, index) => [`r${index}`, String(200 + index), index < 20 ? '2階' : '3階'] as const,
    );
    const fixture = await open('?nights=90', {
      rooms,
      nights: Object.fromEntries(rooms.map(([id]) => [id, days])),
    });
    await expect.poll(() => fixture.place.querySelectorAll('[data-place]').length).toBe(3600);
    fixture.cell('0:89')?.focus();
    const startMs = performance.now();
    for (let step = 0; step < 30; step += 1)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }),
      );
    expect(document.activeElement?.getAttribute('data-place')).toBe('0:59');
    // Far above a normal step (2 ms), far below redrawing all cells.
    expect((performance.now() - startMs) / 30).toBeLessThan(50);
  });
});

describe('an organisation without nights to show', () => {
  it.each<[string, string, Options]>([
    ['an organisation without rooms', 'この組織に部屋はありません', { rooms: [] }],
    ['an organisation without nights', 'この期間に夜の記録はありません', {}],
    ['an organisation that does not exist', 'この組織は見つかりません', { domain: 'nowhere' }],
    ['an organisation without access', '接続がないため読み込めません', { read: OFFLINE }],
    [
      'an organisation read in English',
      'No nights were recorded in this period',
      { language: 'en' },
    ],
  ])('%s gets a message', async (_, words, options) => {
    const fixture = await open('', options);
    await expect.poll(() => fixture.place.textContent).toContain(words);
  });
});

describe('the CSV file of the nights', () => {
  it('the file has a row for each room and night, with every figure', () => {
    const rows = nightRows(
      {
        rooms: [{ roomId: 'r', name: '201', building: '', floor: '2階' }],
        figures: [{ roomId: 'r', nights: [aNight('2026-03-29', { isCorrected: true })] }],
      },
      { columns: ['a'], state: (state) => state, yes: 'y', no: 'n' },
    );
    expect(rows).toEqual([
      ['a'],
      ['2026-03-29', '', '2階', '201', 'done', 372, 91, 20, 1, 98, 'good', 'y', 1],
    ]);
  });

  it.each<[string, Partial<Options>, number]>([
    ['the file is made after the update history has recorded it', {}, 1],
    ['the file is not made when the update history cannot record it', { refusesTable: true }, 0],
  ])('%s', async (_, options, files) => {
    const made = vi.spyOn(URL, 'createObjectURL');
    cleanups.push(() => made.mockRestore());
    const fixture = await open('?nights=14', {
      nights: { r1: [aNight('2026-03-29')] },
      ...options,
    });
    await page.getByRole('button', { name: 'CSVを保存する' }).click();
    await expect
      .poll(() => fixture.noted)
      .toEqual([['home', { from: '2026-03-16', to: '2026-03-29', rooms: 1 }]]);
    if (files === 0)
      await expect
        .element(page.getByText('サーバーに接続できません', { exact: false }))
        .toBeVisible();
    await expect.poll(() => made.mock.calls.length).toBe(files);
  });
});
