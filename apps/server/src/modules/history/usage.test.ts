import { addRoutes } from '../../core/http/route.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES, usageApi, USAGE_RETENTION_DAYS, VITAL_CLASSES, type Actor } from '@yamori/domain';
import { anActor } from '../../core/documents/testing/test-documents.ts';
import { createTestServer } from '../../testing/http-fixture.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { usageRoutes } from './usage-routes.ts';
import { getClass, createUsageStore } from './usage-store.ts';

const ACTORS: Readonly<Record<string, Actor>> = {
  carer: anActor('generalStaff', ['d'], { userId: 'carer-whose-id-must-not-be-kept' }),
  other: anActor('ownerAdministrator', ['d'], { userId: 'other' }),
  developer: anActor('developer'),
};
const time = { nowMs: Date.parse('2026-11-21T23:30:00Z') };
const server = createTestServer({
  bodyLimitBytes: 500_000,
  now: () => time.nowMs,
  lookupSession: async (cookie) => {
    const actor = ACTORS[cookie ?? ''];
    return actor ? { sessionId: 's', actor } : null;
  },
});

let temporary: TemporaryDatabase;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  const usage = createUsageStore(temporary.database);
  addRoutes(server, usageRoutes({ usage, now: () => new Date(time.nowMs) }));
});
afterEach(async () => {
  for (const table of ['usage_views', 'usage_vitals', 'usage_opt_outs'])
    await temporary.database.query({ text: `delete from ${table}` });
});
afterAll(async () => {
  await server.close();
  await temporary.drop();
});

const post = async (
  url: string,
  payload: object,
  cookie = 'carer',
  headers: Record<string, string> = {},
) =>
  (await server.inject({ method: 'POST', url, payload, headers: { cookie, ...headers } }))
    .statusCode;
const report = (payload: object, cookie?: string, headers?: Record<string, string>) =>
  post('/api/usage', { views: [], vitals: [], ...payload }, cookie, headers);
const read = async (days = 30) =>
  usageApi.counts.reply.parse(
    (
      await server.inject({ url: `/api/usage?days=${days}`, headers: { cookie: 'developer' } })
    ).json(),
  );
const views = (routeId: string, count: number) => ({ views: [{ routeId, count }] });

describe('usage', () => {
  it('sums the reports of browsers by day and screen', async () => {
    expect(await report(views('index', 2))).toBe(204);
    expect(
      await report(
        {
          views: [
            { routeId: 'index', count: 1 },
            { routeId: 'help', count: 4 },
            { routeId: 'help', count: 1 },
          ],
        },
        'other',
      ),
    ).toBe(204);
    time.nowMs += 60 * 60 * 1000;
    await report(views('index', 5));
    expect((await read()).views).toEqual([
      { day: '2026-11-21', routeId: 'help', count: 5 },
      { day: '2026-11-21', routeId: 'index', count: 3 },
      { day: '2026-11-22', routeId: 'index', count: 5 },
    ]);
    expect((await read(1)).views).toEqual([{ day: '2026-11-22', routeId: 'index', count: 5 }]);
    time.nowMs -= 60 * 60 * 1000;
  });

  it('counts measurements in classes and stores no values', async () => {
    const lcp = (value: number) => ({ routeId: 'index', vital: 'lcp', value });
    await report({
      vitals: [lcp(812.4), lcp(990), lcp(99_999), { routeId: 'index', vital: 'cls', value: 0.02 }],
    });
    await report({ vitals: [lcp(801)] });
    const { vitals } = await read();
    expect(vitals).toEqual([
      {
        day: '2026-11-21',
        routeId: 'index',
        vital: 'cls',
        counts: [...VITAL_CLASSES.cls.map((end) => (end === 0.03 ? 1 : 0)), 0],
      },
      {
        day: '2026-11-21',
        routeId: 'index',
        vital: 'lcp',
        counts: [...VITAL_CLASSES.lcp.map((end) => (end === 1000 ? 3 : 0)), 1],
      },
    ]);
  });

  it.each([
    ['lcp', 0, 0],
    ['lcp', 250, 0],
    ['lcp', 250.1, 1],
    ['inp', 2001, 10],
    ['cls', 0, 0],
    ['cls', 7, 8],
  ] as const)('assigns %s of %d to class %i', (vital, value, expected) => {
    expect(getClass(vital, value)).toBe(expected);
  });

  it('counts all of many concurrent reports', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        report({
          views: [
            { routeId: 'index', count: 1 },
            { routeId: 'help', count: 1 },
          ].slice(index % 2),
          vitals: [{ routeId: 'index', vital: 'inp', value: 30 }],
        }),
      ),
    );
    const { views: counted, vitals } = await read();
    expect(counted).toEqual([
      expect.objectContaining({ routeId: 'help', count: 40 }),
      expect.objectContaining({ routeId: 'index', count: 20 }),
    ]);
    expect(vitals[0]?.counts[1]).toBe(40);
  });

  it('stores no user, address or resident: no column for them, and none of their texts', async () => {
    await report(
      {
        ...views('monitoring-room', 3),
        vitals: [{ routeId: 'monitoring-room', vital: 'lcp', value: 1234.5678 }],
      },
      'carer',
      {
        'user-agent': "Somebody's Browser",
        referer: 'http://localhost/monitoring-room?room=akane-305&q=hanako',
        'x-forwarded-for': '203.0.113.7',
      },
    );
    const columns = await temporary.database.query<{ table_name: string; column_name: string }>({
      text: "select table_name, column_name from information_schema.columns where table_name in ('usage_views', 'usage_vitals') order by 1, ordinal_position",
    });
    expect(columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual([
      'usage_views.day',
      'usage_views.route_id',
      'usage_views.views',
      'usage_vitals.day',
      'usage_vitals.route_id',
      'usage_vitals.vital',
      'usage_vitals.value_class',
      'usage_vitals.samples',
    ]);
    const rows = await temporary.database.query({
      text: 'select * from usage_views, usage_vitals',
    });
    expect(rows).toHaveLength(1);
    for (const word of ['carer', 'akane', 'hanako', '305', 'Browser', '203.0', '127.0', '1234'])
      expect(JSON.stringify(rows)).not.toContain(word);
    const ids = new Set(ROUTES.map(({ id }) => id));
    expect(rows.every((row) => ids.has(String(Reflect.get(row, 'route_id'))))).toBe(true);
  });

  it.each<[string, object]>([
    ['a URL', views('/room/akane-305/sleep', 1)],
    ['a name with an id', views('room akane 305', 1)],
    ['more than 1,000 views', views('index', 1001)],
    ['an unknown field', { ...views('index', 1), member: 'hanako' }],
    ['a view with an unknown field', { views: [{ routeId: 'index', count: 1, room: 'r' }] }],
    ['an unknown vital', { vitals: [{ routeId: 'index', vital: 'heartRate', value: 60 }] }],
    [
      'a list of 121 views',
      { views: Array.from({ length: 121 }, () => ({ routeId: 'index', count: 1 })) },
    ],
  ])('rejects %s', async (_name, payload) => {
    expect(await report(payload)).toBe(400);
  });

  it('ignores unknown screens, so that clients cannot store names', async () => {
    expect(
      await report({
        views: [
          { routeId: 'akane-305', count: 1 },
          { routeId: 'help', count: 1 },
        ],
        vitals: [{ routeId: 'hanako', vital: 'lcp', value: 1 }],
      }),
    ).toBe(204);
    expect(await read()).toEqual({
      views: [{ day: '2026-11-21', routeId: 'help', count: 1 }],
      vitals: [],
    });
  });

  it('ignores users who opt out by choice, Global Privacy Control or Do Not Track', async () => {
    expect(await post('/api/usage/choice', { counted: false })).toBe(200);
    expect(
      (await server.inject({ url: '/api/usage/choice', headers: { cookie: 'carer' } })).json(),
    ).toEqual({ counted: false });
    expect(
      (await server.inject({ url: '/api/usage/choice', headers: { cookie: 'other' } })).json(),
    ).toEqual({ counted: true });
    expect([
      await report(views('index', 1)),
      await report(views('index', 1), 'other', { 'sec-gpc': '1' }),
      await report(views('index', 1), 'other', { dnt: '1' }),
    ]).toEqual([204, 204, 204]);
    expect((await read()).views).toEqual([]);
    await post('/api/usage/choice', { counted: true });
    await report(views('index', 1));
    expect((await read()).views).toHaveLength(1);
  });

  it('accepts reports from members only, and shows counts to the maker only', async () => {
    expect([
      await report(views('index', 1), 'nobody'),
      (await server.inject({ url: '/api/usage', headers: { cookie: 'nobody' } })).statusCode,
    ]).toEqual([401, 401]);
    expect(
      (await server.inject({ url: '/api/usage', headers: { cookie: 'carer' } })).statusCode,
    ).toBe(403);
    expect(
      (
        await server.inject({
          url: `/api/usage?days=${USAGE_RETENTION_DAYS + 1}`,
          headers: { cookie: 'developer' },
        })
      ).statusCode,
    ).toBe(400);
  });

  it('deletes days after thirteen months', async () => {
    await report(views('index', 1));
    const before = time.nowMs;
    time.nowMs += (USAGE_RETENTION_DAYS + 1) * 24 * 60 * 60 * 1000;
    await report(views('help', 1));
    const days = await temporary.database.query({ text: 'select route_id from usage_views' });
    expect(days).toEqual([{ route_id: 'help' }]);
    time.nowMs = before;
  });
});
