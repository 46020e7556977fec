import type { Report, ReportFilter, ReportSide, SavedReport } from '@yamori/domain';
import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderList, type ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { ReportScreen } from '../report-screen.tsx';

const figures = {
  TST: 372,
  SE: 88,
  WASO: 31,
  awakenings: 2.4,
  outOfBedCount: 1.2,
  outOfBedMinutes: 12,
  heartRateMean: 61.2,
  respirationRateMean: 15.1,
  coverage: 97,
};
export const side = (more: Partial<ReportSide> = {}): ReportSide => ({
  nights: 7,
  pending: 0,
  provisional: 0,
  accidents: 2,
  figures,
  ...more,
});
export const aReport = (rooms = 3): Report => ({
  domainName: 'あかね苑',
  timeZone: 'Asia/Tokyo',
  nightStartsAt: '12:00',
  madeAt: '2026-11-22T00:05:00.000Z',
  digest: 'a'.repeat(64),
  period: { from: '2026-11-15', to: '2026-11-21' },
  before: { from: '2026-11-08', to: '2026-11-14' },
  rooms: Array.from({ length: rooms }, (_, index) => ({
    roomId: `r${index}`,
    name: String(201 + index),
    building: '本館',
    floor: '2階',
    tags: index === 0 ? ['見守り'] : [],
    sex: index % 2 === 0 ? ('female' as const) : ('male' as const),
    now: side({ figures: { ...figures, TST: 340 + index } }),
    before: side({ figures: { ...figures, TST: 330 } }),
    course: [340, null, 360, 350, 372, 380, 341],
  })),
  total: { now: side({ accidents: 6 }), before: side({ figures: { ...figures, TST: 360 } }) },
  analysisMinutes: null,
  nights: Array.from({ length: 7 }, (_, index) => ({
    from: `2026-11-${15 + index}`,
    nights: 3,
    figures: { ...figures, TST: 350 + index * 5 },
  })),
  weeks: [{ from: '2026-11-16', nights: 21, figures }],
  awaited: [],
  accidents: [
    { roomId: 'r0', kind: 'fall', now: 1, before: 0 },
    { roomId: 'r1', kind: 'call', now: 5, before: 2 },
  ],
  devices: [
    {
      roomId: 'r0',
      serial: 'S-1',
      typeName: 'ベッド複合センサー',
      state: 'fine',
      lastHeardAt: '2026-11-22T00:00:00.000Z',
      batteryPercent: 82,
    },
  ],
});
export const FILTER: ReportFilter = {
  domainId: 'home',
  roomIds: [],
  sexes: [],
  tags: [],
  period: { kind: 'newest', nights: 7 },
};
export const SAVED: SavedReport = {
  id: 's1',
  name: '2階の週報',
  isShared: true,
  isOwn: true,
  owner: { kind: 'named', name: '佐藤 花' },
  createdAt: '2026-11-03T01:00:00.000Z',
  filter: { ...FILTER, tags: ['見守り'] },
  schedule: null,
};
const DOMAIN = {
  code: 'home',
  name: 'あかね苑',
  nameKana: '',
  kind: 'facility',
  parentDomainId: null,
  rootDomainId: 'home',
  ancestorIds: [],
  timeZone: 'Asia/Tokyo',
  nightStartsAt: '12:00',
};
const room = (name: string, tags: readonly string[] = []) => ({
  domainId: 'home',
  rootDomainId: 'home',
  name,
  tags,
});

export type Answer = {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
type Setup = Partial<ListSetup> & {
  readonly replies?: Readonly<Record<string, (body: unknown) => Answer | Promise<Answer>>>;
  readonly size?: readonly [number, number];
};

/** The screen with a server's answers; `sent` records the requests. */
export async function openReport(
  address = '/report',
  { replies = {}, size = [1366, 768], ...setup }: Setup = {},
) {
  await page.viewport(...size);
  const sent: { readonly path: string; readonly body: unknown }[] = [];
  const known: Setup['replies'] = {
    '/api/reports/read': () => ({ body: aReport() }),
    '/api/reports/saved?domainId=home': () => ({
      body: { reports: [SAVED], unreadable: [], canMail: true },
    }),
    '/api/reports/saved/s1': () => ({
      body: { name: SAVED.name, filter: SAVED.filter, report: aReport(1) },
    }),
    ...replies,
  };
  const serve = async (path: string, { body, signal }: RequestInit): Promise<Response> => {
    const given: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    sent.push({ path, body: given });
    const {
      status = 200,
      body: answer,
      headers = {},
    } = await (known[path]?.(given) ?? { status: 404, body: { code: 'report-not-found' } });
    signal?.throwIfAborted();
    if (answer instanceof Blob)
      return new Response(answer, {
        status,
        headers: { ...headers, 'content-disposition': `attachment; filename*=UTF-8''report.csv` },
      });
    return status === 204 ? new Response(null, { status }) : Response.json(answer, { status });
  };
  const fixture = await renderList({
    Screen: ReportScreen,
    address,
    documents: {
      'domain/home': DOMAIN,
      'room/r0': room('201', ['見守り']),
      'room/r1': room('202', ['転倒']),
    },
    serve,
    ...setup,
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    fixture.end();
  });
  fixture.place.style.overflow = 'auto';
  return {
    ...fixture,
    sent,
    filters: () => sent.filter(({ path }) => path === '/api/reports/read').map(({ body }) => body),
  };
}
