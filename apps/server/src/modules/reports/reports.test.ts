import { createHash } from 'node:crypto';
import {
  encodeFields,
  type Report,
  REPORT_WORDS_EN,
  REPORT_WORDS_JA,
  reportApi,
  reportTables,
  type SavedReport,
  showReportCell,
  TAKEN_FIELD,
  type Write,
} from '@yamori/domain';
import { readTextRows, unguardedCell } from '@yamori/formats';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { abortableQueries } from '../../core/database/abortable-queries.ts';
import type { Statement } from '../../core/database/database.ts';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { makeReport } from './make-report.ts';
import { getGuestScope } from './report-scope.ts';
import { readSheets } from './testing/workbook-reader.ts';

/** Sunday morning in Tokyo; the night of the 21st is over. */
const PERIOD = { kind: 'between', from: '2026-11-15', to: '2026-11-21' } as const;
const RISKY = [
  '=cmd()',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\t=1',
  '\r=1',
] as const;

let held: RegistrationFixture;
let manager: TestBrowser;
let staff: TestBrowser;
beforeAll(async () => {
  held = await startRegistrationFixture();
  await held.fixture.addMember('agency@top.example', 'akane', 50);
  await held.fixture.commit([
    {
      kind: 'set',
      path: 'domain/part',
      data: {
        code: 'part',
        name: '別館',
        kind: 'facility',
        parentDomainId: 'akane',
        rootDomainId: 'akane',
        ancestorIds: ['akane'],
      },
    },
    room('akane-1', '101', {
      tags: ['見守り', '=1+1'],
      floor: '2階',
      occupant: { alias: 'A', sex: 'female', birthYear: 1940, note: 'secret words' },
    }),
    ...RISKY.map((name, index) =>
      room(`risky-${index}`, name === name.trim() ? name : `old ${index}`, { tags: ['式'] }),
    ),
    room('part-1', '301', {
      domainId: 'part',
      occupant: { alias: 'B', sex: 'male', birthYear: 1938, note: '' },
    }),
    room('gone', '999', { archivedAt: { $date: '2026-01-01T00:00:00.000Z' } }),
    ...[300, 360, 420].map((TST, index) =>
      night('akane-1', `2026-11-${19 + index}`, {
        TST,
        SE: 80 + index,
        WASO: 20,
        heartRateMean: 60.04,
      }),
    ),
    night('akane-1', '2026-11-14', { TST: 400 }),
    night('part-1', '2026-11-21', { TST: 500, SE: null }),
    night('akane-1', '2026-11-20', { TST: 360 }, 'analysing'),
    night('akane-1', '2026-11-18', { TST: 999 }, 'failed'),
    accident('akane-1', 'a', 'fall', '2026-11-20T15:00:00.000Z'),
    accident('akane-1', 'b', 'fall', '2026-11-14T10:00:00.000Z'),
    accident('akane-1', 'c', 'test', '2026-11-20T15:00:00.000Z'),
    accident('akane-1', 'd', 'deviceOffline', '2026-11-20T15:00:00.000Z'),
    accident('part-1', 'e', 'call', '2026-11-20T15:00:00.000Z'),
    accident('part-1', 'f', 'call', '2026-11-25T15:00:00.000Z'),
  ]);
  // Forms reject such a name, but an old row may still have one.
  for (const [index, name] of RISKY.entries())
    if (name !== name.trim())
      await held.fixture.temporary.database.query({
        text: `update documents set data = data || jsonb_build_object('name', $2::text) where path = $1`,
        values: [`room/risky-${index}`, name],
      });
  manager = await held.browser('carer@akane.example');
  staff = await held.browser('staff@akane.example');
});
afterAll(() => held.close());

const room = (id: string, name: string, more: object = {}): Write => ({
  kind: 'set',
  path: `room/${id}`,
  data: { domainId: 'akane', rootDomainId: 'akane', name, deviceSerials: [], ...more },
});
const night = (
  roomId: string,
  date: string,
  metrics: object,
  state = 'done',
  more = {},
): Write => ({
  kind: 'set',
  path: `room/${roomId}/sleep/${date}`,
  data: encodeFields(
    {
      night: date,
      from: new Date(`${date}T03:00:00Z`),
      to: new Date(Date.parse(`${date}T03:00:00Z`) + 86_400_000),
      state,
      metrics,
      quality: { code: 'good', coverage: 0.5 },
      ...more,
    },
    false,
  ),
});
const accident = (roomId: string, id: string, kind: string, raisedAt: string): Write => ({
  kind: 'set',
  path: `room/${roomId}/accident/${id}`,
  data: encodeFields(
    {
      kind,
      severity: kind === 'deviceOffline' ? 'technical' : 'high',
      raisedAt: new Date(raisedAt),
      source: 'sensor',
      state: 'raised',
    },
    false,
  ),
});
const filter = (more: object = {}) => ({ domainId: 'akane', period: PERIOD, ...more });
const read = async (more: object = {}, by = manager): Promise<Report> =>
  reportApi.read.reply.parse((await by.post('/api/reports/read', filter(more))).json());
const refusal = async (more: object, by = manager): Promise<unknown> =>
  (await by.post('/api/reports/read', filter(more))).json();
const file = (format: string, more: object = {}, by = manager) =>
  by.post('/api/reports/file', { filter: filter(), format, ...more });
const names = (of: Report): string[] => of.rooms.map(({ name }) => name);
const findTable = (of: Report, id: string, words = REPORT_WORDS_JA) =>
  reportTables(of, words).find((one) => one.id === id) ?? expect.fail(`no table ${id}`);

describe('report endpoint', () => {
  it('returns means of nights with a result and accidents of the same period, for an organisation and those below', async () => {
    const found = await read();
    const one = found.rooms.find(({ roomId }) => roomId === 'akane-1');
    expect(one).toMatchObject({
      now: {
        nights: 2,
        accidents: 1,
        figures: {
          TST: 360,
          SE: 81,
          WASO: 20,
          heartRateMean: 60.04,
          coverage: 50,
          awakenings: null,
        },
      },
      before: { nights: 1, accidents: 1, figures: { TST: 400 } },
    });
    expect(one?.course).toEqual([null, null, null, null, 300, null, 420]);
    expect(found.rooms.find(({ roomId }) => roomId === 'part-1')).toMatchObject({
      name: '301',
      sex: 'male',
      now: { nights: 1, accidents: 1 },
    });
    expect([one?.now.pending, one?.before.pending, found.total.now.pending]).toEqual([1, 0, 1]);
    expect(found.total.now).toMatchObject({
      nights: 3,
      accidents: 2,
      figures: { TST: (300 + 420 + 500) / 3, SE: 81 },
    });
    expect(found.nights).toMatchObject([
      { from: '2026-11-19', nights: 1, figures: { TST: 300 } },
      { from: '2026-11-21', nights: 2, figures: { TST: 460 } },
    ]);
    expect(found.weeks.map(({ from, nights }) => [from, nights])).toEqual([['2026-11-15', 3]]);
    expect(found.accidents.filter(({ roomId }) => roomId === 'akane-1')).toEqual([
      { roomId: 'akane-1', kind: 'deviceOffline', now: 1, before: 0 },
      { roomId: 'akane-1', kind: 'fall', now: 1, before: 1 },
    ]);
    expect(found.devices).toMatchObject([
      { roomId: 'akane-1', serial: 'akane-A', typeName: 'Bed sensor' },
    ]);
    expect(names(found)).not.toContain('999');
    expect(JSON.stringify(found)).not.toContain('secret words');
  });

  it('counts nights with awaited devices as provisional, and leaves out their coverage', async () => {
    const before = await read({ domainId: 'akane' });
    const since = new Date('2026-11-17T17:10:00Z');
    const awaited = {
      until: new Date('2026-11-20T03:00:00Z'),
      devices: [
        { serial: 'S-2', since },
        { serial: 'S-3', since: null },
      ],
    };
    const sample = (more: object): Promise<void> =>
      held.fixture.commit([night('akane-1', '2026-11-17', { TST: 360 }, 'done', more)]);
    await sample({ awaited });
    const found = await read({ domainId: 'akane' });
    expect(found.total.now.provisional).toBe(1);
    expect(found.rooms.find(({ roomId }) => roomId === 'akane-1')?.now.provisional).toBe(1);
    expect(found.awaited).toEqual([
      { roomId: 'akane-1', serial: 'S-2', since: since.toISOString() },
      { roomId: 'akane-1', serial: 'S-3', since: null },
    ]);
    expect(found.nights.find(({ from }) => from === '2026-11-17')?.figures['coverage']).toBeNull();
    await sample({});
    const final = await read({ domainId: 'akane' });
    expect([final.total.now.provisional, final.awaited]).toEqual([0, []]);
    expect(final.nights.find(({ from }) => from === '2026-11-17')?.figures['coverage']).toBe(50);
    await held.fixture.commit([{ kind: 'delete', path: 'room/akane-1/sleep/2026-11-17' }]);
    expect((await read({ domainId: 'akane' })).digest).toBe(before.digest);
  });

  it('returns the rooms that match the filters', async () => {
    expect(names(await read({ sexes: ['female'] }))).toEqual(['101']);
    expect(names(await read({ sexes: ['female', 'male'] })).toSorted()).toEqual(['101', '301']);
    expect(names(await read({ tags: ['見守り', 'nobody has it'] }))).toEqual(['101']);
    expect(names(await read({ roomIds: ['part-1', 'mizuki-1'] }))).toEqual(['301']);
    expect(names(await read({ domainId: 'part' }))).toEqual(['301']);
    expect(names(await read({ roomIds: ['nothing'] }))).toEqual([]);
  });

  it('the newest nights end with the last one that is over', async () => {
    const found = await read({ period: { kind: 'newest', nights: 3 } });
    expect(Date.parse(found.period.to) - Date.parse(found.period.from)).toBe(2 * 86_400_000);
    expect(Date.parse(found.period.from) - Date.parse(found.before.to)).toBe(86_400_000);
  });

  it('rejects invalid requests with a problem code', async () => {
    // No date after the last day of the year 9999 sorts after it.
    for (const [from, to] of [
      ['2026-11-15', '2026-11-14'],
      ['9999-12-01', '9999-12-31'],
      ['0000-01-01', '0000-01-01'],
      ['1969-12-31', '1970-01-01'],
    ])
      expect(await refusal({ period: { kind: 'between', from, to } })).toEqual({
        code: 'report-range-invalid',
      });
    expect(
      (await read({ period: { kind: 'between', from: '2999-12-30', to: '2999-12-31' } })).rooms[0]
        ?.course,
    ).toEqual([null, null]);
    for (const period of [
      { kind: 'between', from: '2021-11-15', to: '2026-11-14' },
      { kind: 'newest', nights: 5 * 366 },
    ])
      expect(await refusal({ period })).toEqual({
        code: 'report-range-too-long',
        details: { limit: 366 },
      });
    for (const more of [
      { period: { kind: 'newest', nights: 0 } },
      { tags: [''] },
      { roomIds: ['a/b'] },
      { sexes: ['x'] },
      { domainId: '\0' },
    ])
      expect(await refusal(more)).toMatchObject({ code: 'request-invalid' });
    expect(await refusal({ domainId: 'mizuki' })).toEqual({ code: 'domain-not-found' });
    const agency = await held.browser('agency@akane.example');
    expect(await refusal({ sexes: ['female'] }, agency)).toEqual({
      code: 'report-filter-forbidden',
    });
    expect((await read({}, agency)).rooms.every(({ sex }) => sex === null)).toBe(true);
    expect((await file('exe')).json()).toMatchObject({ code: 'request-invalid' });
  });

  it('stops between two statements when the client disconnects, and releases its place', async () => {
    const [unheld, gone] = [vi.fn(), new AbortController()];
    process.on('unhandledRejection', unheld);
    const { database } = held.fixture.temporary;
    const scope = await getGuestScope(
      held.fixture.app.store,
      { domainId: 'akane', roomIds: [], tags: [], sexes: [], period: PERIOD },
      new Date('2026-11-22T00:00:00Z'),
    );
    // The client disconnects while the first statement runs.
    const queries = abortableQueries(
      {
        query: async <Row extends object>(asked: Statement) =>
          database.query<Row>(asked).finally(() => gone.abort(new Error('left'))),
      },
      gone.signal,
    );
    await expect(makeReport(queries, scope, new Date())).rejects.toThrow('left');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    process.off('unhandledRejection', unheld);
    expect(unheld).not.toHaveBeenCalled();
  });

  it('accepts the maximum number of rooms, and rejects more', async () => {
    const many = await openManyRooms();
    expect(await refusal({ domainId: 'large' }, many)).toEqual({
      code: 'report-rooms-too-many',
      details: { limit: 500 },
    });
    expect(
      await refusal(
        { domainId: 'large', roomIds: Array.from({ length: 501 }, (_, index) => `large-${index}`) },
        many,
      ),
    ).toEqual({ code: 'report-rooms-too-many', details: { limit: 500 } });
    // Rooms of three of the parts that are read one after the other, with as many nights as they
    // have.
    const NIGHTS = [
      ['large-1', ['19', '20', '21'], 300],
      ['large-150', ['20'], 420],
      ['large-420', ['19', '21'], 480],
    ] as const;
    await held.fixture.commit(
      NIGHTS.flatMap(([roomId, days, TST]) =>
        days.map((each) => night(roomId, `2026-11-${each}`, { TST })),
      ),
    );
    const found = await read({ domainId: 'large', tags: ['half'] }, many);
    expect(found.rooms).toHaveLength(500);
    const [first, second, third] = NIGHTS.map(([roomId]) =>
      found.rooms.find((one) => one.roomId === roomId),
    );
    expect([first, second, third].map((one) => [one?.now.nights, one?.now.figures['TST']])).toEqual(
      [
        [3, 300],
        [1, 420],
        [2, 480],
      ],
    );
    expect(third?.course.slice(-3)).not.toEqual([null, null, null]);
    // The mean is over room-nights, not over rooms.
    expect(found.total.now).toMatchObject({
      nights: 6,
      figures: { TST: (3 * 300 + 420 + 2 * 480) / 6 },
    });
    expect(found.nights.map(({ from, nights, figures }) => [from, nights, figures['TST']])).toEqual(
      [
        ['2026-11-19', 2, 390],
        ['2026-11-20', 2, 360],
        ['2026-11-21', 2, 390],
      ],
    );
  });
});

async function openManyRooms(): Promise<TestBrowser> {
  await held.fixture.commit([
    {
      kind: 'set',
      path: 'domain/large',
      data: {
        code: 'large',
        name: 'Large',
        kind: 'facility',
        parentDomainId: null,
        rootDomainId: 'large',
        ancestorIds: [],
      },
    },
    {
      kind: 'set',
      path: 'room/large-0',
      data: { domainId: 'large', rootDomainId: 'large', name: '0', deviceSerials: [] },
    },
  ]);
  await held.fixture.temporary.database.query({
    text: `insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, holder_path, created_at, updated_at, version)
    select root_domain_id, 'room/large-' || n, collection, parent_path, 'large-' || n, data || jsonb_build_object('name', n::text, 'tags', '["half"]'::jsonb), domain_ids, shared_with, holder_path, created_at, updated_at, version
    from documents, generate_series(1, 500) n where path = 'room/large-0'`,
  });
  await held.fixture.addMember('carer@large.example', 'large', 3);
  return held.browser('carer@large.example');
}

/** Drops trailing empty cells, which a sheet does not store. */
const padded = (width: number) => (row: readonly (string | number | null)[]) => [
  ...row,
  ...Array.from({ length: width - row.length }, () => null),
];

describe('report file endpoint', () => {
  it('writes exactly the cells of the screen as CSV, with a byte order mark', async () => {
    const found = await read();
    for (const id of ['rooms', 'nights', 'weeks', 'accidents', 'devices']) {
      const reply = await file('csv', { table: id });
      expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      const table = findTable(found, id);
      const [heads = [], ...rows] = readTextRows(reply.rawPayload).rows;
      expect(heads).toEqual(table.columns.map(({ head }) => head));
      expect(rows.map((row) => row.map(unguardedCell))).toEqual(
        table.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
      );
    }
  });

  it('returns the time and digest of its report in headers, so that a screen can compare them', async () => {
    const found = await read();
    for (const format of ['csv', 'xlsx', 'pdf'])
      expect((await file(format)).headers).toMatchObject({
        'yamori-report-digest': found.digest,
        'yamori-report-made-at': expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      });
    await held.fixture.commit([night('part-1', '2026-11-20', { TST: 480 })]);
    const reply = await file('csv');
    expect(reply.headers['yamori-report-digest']).not.toBe(found.digest);
    expect(reply.headers['yamori-report-digest']).toBe((await read()).digest);
  });

  it('counts a requested night without a result as pending, and one with a result as done', async () => {
    const pending = async () => (await read({ domainId: 'part' })).total.now;
    const before = await pending();
    await held.fixture.temporary.database.query({
      text: `insert into night_orders (root_domain_id, room_id, night) values ('akane', 'part-1', '2026-11-16'), ('akane', 'part-1', '2026-11-21') on conflict do nothing`,
    });
    expect(await pending()).toMatchObject({ nights: before.nights, pending: before.pending + 1 });
    const minutes = async () => (await read({ domainId: 'part' })).analysisMinutes;
    expect(await minutes()).toBeNull();
    const analyse = (night: string, minutesAgo: number) =>
      held.fixture.temporary.database.query({
        text: `insert into night_versions (root_domain_id, room_id, night, version, analysed_at, input, fields) values ('akane', 'part-1', $1, 1, $2, '', '{}')`,
        values: [night, new Date(Date.now() - minutesAgo * 60_000)],
      });
    await analyse('2026-11-17', 11);
    expect(await minutes()).toBeNull();
    await analyse('2026-11-18', 5);
    await analyse('2026-11-19', 0);
    expect(await minutes()).toBe(5 * (before.pending + 1));
    await held.fixture.temporary.database.query({
      text: `update night_orders set done = asked where room_id = 'part-1'`,
    });
    expect(await pending()).toEqual(before);
  });

  it('writes no CSV cell that a spreadsheet reads as a formula', async () => {
    const rows = readTextRows((await file('csv')).rawPayload).rows;
    for (const name of RISKY) expect(rows.map(([first]) => first)).toContain(`'${name}`);
    expect(
      rows
        .flat()
        .filter((cell) => /^[\s\0]*[=+\-@\t\r＝＋－＠]/.test(cell) && Number.isNaN(Number(cell))),
    ).toEqual([]);
  });

  it('writes the cells of every table as XLSX in both languages, with numeric cells and no formula', async () => {
    const found = await read();
    for (const [language, words] of [
      ['ja', REPORT_WORDS_JA],
      ['en', REPORT_WORDS_EN],
    ] as const) {
      const sheets = readSheets((await file('xlsx', { language })).rawPayload);
      const tables = reportTables(found, words);
      expect([...sheets.keys()]).toEqual([...tables.map(({ title }) => title), words.about]);
      const about = sheets.get(words.about)?.flat().join(' ') ?? '';
      for (const text of [words.span(PERIOD.from, PERIOD.to), words.reference])
        expect(about).toContain(text);
      for (const table of tables)
        expect(sheets.get(table.title)?.map(padded(table.columns.length))).toEqual([
          table.columns.map(({ head }) => head),
          ...table.rows,
        ]);
    }
  });

  it.each([
    ['ja', REPORT_WORDS_JA],
    ['en', REPORT_WORDS_EN],
  ] as const)(
    'writes every figure as PDF in the format of the screen, in %s',
    async (language, words) => {
      const found = await read();
      const { text: pages } = await extractText(
        await getDocumentProxy(Uint8Array.from((await file('pdf', { language })).rawPayload)),
      );
      const written = pages.join(' ').replaceAll(/\s+/g, '');
      for (const table of reportTables(found, words)) {
        expect(written).toContain(table.title.replaceAll(/\s+/g, ''));
        for (const row of table.rows)
          for (const [index, cell] of row.entries()) {
            const column = table.columns[index];
            if (column !== undefined && !column.isBefore && cell !== null)
              for (const part of showReportCell(column, cell, words).split(words.and))
                expect(written).toContain(part.replaceAll(/\s+/g, ''));
          }
      }
      // 6:00 now, 6:40 before.
      expect(written).toContain('-0:40');
      for (const [index, page] of pages.entries())
        expect(page).toContain(`${index + 1} / ${pages.length}`);
    },
  );

  it('names the file by its contents, forbids caching and records the export in the update history', async () => {
    const reply = await file('csv');
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining(
        'yamori-akane-2026-11-15-2026-11-21-rooms.csv',
      ),
    });
    const acts = await held.fixture.temporary.database.query<{ changes: unknown }>({
      text: `select data->'changes' as changes from documents where collection = 'updateHistory' and data->>'action' = 'exported' and data->>'path' = 'domain/akane'`,
    });
    expect(acts).toContainEqual({
      changes: [
        {
          field: TAKEN_FIELD,
          before: null,
          after: {
            file: 'report',
            format: 'csv',
            table: 'rooms',
            from: '2026-11-15',
            to: '2026-11-21',
            rooms: (await read(manager)).rooms.length,
          },
        },
      ],
    });
  });

  it('returns the same bytes for the same report', async () => {
    const hashReport = async () =>
      createHash('sha256')
        .update((await file('xlsx')).rawPayload)
        .digest('hex');
    expect(await hashReport()).toBe(await hashReport());
  });
});

let savedBefore = 0;
const save = async (more: object = {}, by = manager): Promise<SavedReport> =>
  reportApi.save.reply.parse(
    (
      await by.post('/api/reports/saved', {
        name: `report ${++savedBefore}`,
        isShared: true,
        filter: filter({ tags: ['見守り'] }),
        ...more,
      })
    ).json(),
  );
const listed = async (by: TestBrowser) =>
  reportApi.listSaved.reply.parse((await by.get('/api/reports/saved?domainId=akane')).json());

describe('saved report endpoints', () => {
  it('colleagues see shared reports, and owners see their own', async () => {
    const [shared, own] = [
      await save({ name: '週の報告' }),
      await save({ name: '自分用', isShared: false }),
    ];
    expect((await listed(manager)).reports.map(({ id }) => id)).toEqual(
      expect.arrayContaining([shared.id, own.id]),
    );
    const seen = (await listed(staff)).reports;
    expect(seen.find(({ id }) => id === shared.id)).toMatchObject({
      isOwn: false,
      name: '週の報告',
    });
    expect(seen.map(({ id }) => id)).not.toContain(own.id);
    expect((await staff.get(`/api/reports/saved/${own.id}`)).json()).toEqual({
      code: 'report-not-found',
    });
    const opened = reportApi.open.reply.parse(
      (await staff.get(`/api/reports/saved/${shared.id}`)).json(),
    );
    expect([opened.name, names(opened.report)]).toEqual(['週の報告', ['101']]);
    expect(
      (
        await (await held.browser('carer@mizuki.example')).get(`/api/reports/saved/${shared.id}`)
      ).json(),
    ).toEqual({ code: 'report-not-found' });
  });

  it('private reports do not count towards the limit of shared reports', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 200; index++)
      ids.push((await save({ name: `own ${index}`, isShared: false }, staff)).id);
    const over = (by: TestBrowser, isShared: boolean) =>
      by.post('/api/reports/saved', { name: 'one more', isShared, filter: filter() });
    expect((await over(staff, false)).json()).toEqual({
      code: 'report-saved-limit-reached',
      details: { limit: 200 },
    });
    expect((await over(manager, true)).statusCode).toBe(200);
    const shared = await save({ name: 'shared' }, staff);
    expect(
      (
        await staff.post(`/api/reports/saved/${shared.id}/name`, { name: 'mine', isShared: false })
      ).json(),
    ).toMatchObject({ code: 'report-saved-limit-reached' });
    expect(
      (await staff.post(`/api/reports/saved/${shared.id}/name`, { name: 'ours', isShared: true }))
        .statusCode,
    ).toBe(204);
    await held.fixture.temporary.database.query({
      text: 'delete from saved_reports where id = any($1)',
      values: [ids],
    });
    expect((await over(staff, false)).statusCode).toBe(200);
  });

  it('an owner cannot save or rename two reports to one name in an organisation', async () => {
    const [one, other] = [await save({ name: '月報' }), await save({ name: '月報 2' })];
    const again = (name: string, by = manager) =>
      by.post('/api/reports/saved', { name, isShared: false, filter: filter() });
    expect((await again('月報')).json()).toEqual({ code: 'report-name-taken' });
    expect((await again(' 月報 ')).json()).toEqual({ code: 'report-name-taken' });
    expect((await again('月報', staff)).statusCode).toBe(200);
    expect(
      (
        await manager.post(`/api/reports/saved/${other.id}/name`, { name: '月報', isShared: true })
      ).json(),
    ).toEqual({ code: 'report-name-taken' });
    expect(
      (await manager.post(`/api/reports/saved/${one.id}/name`, { name: '月報', isShared: false }))
        .statusCode,
    ).toBe(204);
  });

  it('the owner and managers can rename and remove a report, but no request can change its filter', async () => {
    const ofStaff = await save({}, staff);
    const ofManager = await save();
    expect(
      (
        await staff.post(`/api/reports/saved/${ofManager.id}/name`, { name: 'x', isShared: true })
      ).json(),
    ).toEqual({ code: 'report-forbidden' });
    expect((await staff.post(`/api/reports/saved/${ofManager.id}/removal`)).json()).toEqual({
      code: 'report-forbidden',
    });
    expect(
      (await staff.post(`/api/reports/saved/${ofStaff.id}/name`, { name: '夜勤', isShared: true }))
        .statusCode,
    ).toBe(204);
    expect((await listed(manager)).reports.find(({ id }) => id === ofStaff.id)).toMatchObject({
      name: '夜勤',
      filter: ofStaff.filter,
    });
    expect((await manager.post(`/api/reports/saved/${ofStaff.id}/removal`)).statusCode).toBe(204);
    expect((await staff.get(`/api/reports/saved/${ofStaff.id}`)).json()).toEqual({
      code: 'report-not-found',
    });
    for (const more of [{ name: '' }, { name: 'a\nb' }, { filter: { ...filter(), more: 1 } }])
      expect(
        (
          await manager.post('/api/reports/saved', {
            name: 'x',
            isShared: true,
            filter: filter(),
            ...more,
          })
        ).json(),
      ).toMatchObject({ code: 'request-invalid' });
  });
});

describe('a one-time link to a saved report', () => {
  const make = (reportId: string, domainId = 'akane') =>
    manager.post('/api/one-time-links', {
      subject: { kind: 'report', domainId, report: reportId },
      label: 'ご家族',
      hours: 24,
    });
  const tokenTo = async (reportId: string, domainId = 'akane'): Promise<string> =>
    (await make(reportId, domainId)).json<{ token: string }>().token;
  const linkTo = async (reportId: string, domainId = 'akane'): Promise<TestBrowser> => {
    const token = await tokenTo(reportId, domainId);
    const guest = await held.browser();
    await guest.post('/api/session/one-time', { token, language: 'ja' });
    return guest;
  };

  it('opens that report and its files, without sexes, and nothing else', async () => {
    const [saved, other] = [await save({ filter: filter({ tags: ['見守り'] }) }), await save()];
    const guest = await linkTo(saved.id);
    const opened = reportApi.open.reply.parse(
      (await guest.get(`/api/reports/saved/${saved.id}`)).json(),
    );
    expect(opened.report.rooms.map(({ name, sex }) => [name, sex])).toEqual([['101', null]]);
    const csv = await guest.post(`/api/reports/saved/${saved.id}/file`, { format: 'csv' });
    expect(
      readTextRows(csv.rawPayload)
        .rows.slice(1)
        .map((row) => row.map(unguardedCell)),
    ).toEqual(
      findTable(opened.report, 'rooms').rows.map((row) =>
        row.map((cell) => (cell === null ? '' : String(cell))),
      ),
    );
    expect((await guest.get(`/api/reports/saved/${other.id}`)).json()).toEqual({
      code: 'report-not-found',
    });
    expect((await guest.post('/api/reports/read', filter())).json()).toEqual({
      code: 'report-forbidden',
    });
    expect(
      (await guest.post('/api/reports/file', { filter: filter(), format: 'csv' })).json(),
    ).toEqual({ code: 'report-forbidden' });
    expect((await guest.get('/api/reports/saved?domainId=akane')).json()).toEqual({
      code: 'report-forbidden',
    });
    expect((await guest.post(`/api/reports/saved/${saved.id}/removal`)).json()).toEqual({
      code: 'report-forbidden',
    });
  });

  it('cannot lead to a report filtered by sex, because the rooms would reveal it', async () => {
    const saved = await save({ filter: filter({ sexes: ['female'] }) });
    expect((await make(saved.id)).json()).toEqual({ code: 'report-link-sexes' });
    const links = (await manager.get('/api/one-time-links?domainId=akane')).json<{
      links: { subject: { report: string } }[];
    }>().links;
    expect(links.map(({ subject }) => subject.report)).not.toContain(saved.id);
  });

  it('an older link to a report filtered by sex is rejected without being used up, and opens nothing if already used', async () => {
    const [saved, other] = [await save({ filter: filter({ sexes: ['female'] }) }), await save()];
    const [token, guest] = [await tokenTo(other.id), await linkTo(other.id)];
    const { query } = held.fixture.temporary.database;
    await query({
      text: `update one_time_link set subject = jsonb_set(subject, '{report}', to_jsonb($2::text)) where subject->>'report' = $1`,
      values: [other.id, saved.id],
    });
    const visitor = await held.browser();
    expect((await visitor.post('/api/one-time-links/view', { token })).json()).toEqual({
      code: 'report-link-sexes',
    });
    expect((await visitor.post('/api/session/one-time', { token, language: 'ja' })).json()).toEqual(
      { code: 'report-link-sexes' },
    );
    expect(
      await query({
        text: `select 1 from one_time_link where subject->>'report' = $1 and opened_at is null`,
        values: [saved.id],
      }),
    ).toHaveLength(1);
    expect((await guest.get(`/api/reports/saved/${saved.id}`)).json()).toEqual({
      code: 'report-link-sexes',
    });
    expect(
      (await guest.post(`/api/reports/saved/${saved.id}/file`, { format: 'csv' })).json(),
    ).toEqual({ code: 'report-link-sexes' });
  });

  it('ends with its report, used or not, and reports this before sign-in; other links remain', async () => {
    const [saved, other] = [await save(), await save()];
    const [unused, ofOther, guest] = [
      await tokenTo(saved.id),
      await tokenTo(other.id),
      await linkTo(saved.id),
    ];
    expect((await guest.session()).user).not.toBeNull();
    expect((await manager.post(`/api/reports/saved/${saved.id}/removal`)).statusCode).toBe(204);
    expect((await guest.session()).user).toBeNull();
    const visitor = await held.browser();
    expect((await visitor.post('/api/one-time-links/view', { token: unused })).json()).toEqual({
      code: 'link-revoked',
    });
    expect(
      (await visitor.post('/api/session/one-time', { token: unused, language: 'ja' })).json(),
    ).toEqual({ code: 'link-revoked' });
    expect((await visitor.post('/api/one-time-links/view', { token: ofOther })).statusCode).toBe(
      200,
    );
  });

  it('cannot lead to a report of another organisation, and opens nothing if an older server made one', async () => {
    const saved = await save();
    expect((await make(saved.id, 'part')).json()).toEqual({ code: 'report-not-found' });
    const [token, guest] = [await tokenTo(saved.id), await linkTo(saved.id)];
    await held.fixture.temporary.database.query({
      text: `update one_time_link set domain_id = 'part', subject = jsonb_set(subject, '{domainId}', '"part"') where subject->>'report' = $1`,
      values: [saved.id],
    });
    expect(
      (await (await held.browser()).post('/api/one-time-links/view', { token })).json(),
    ).toEqual({ code: 'report-not-found' });
    expect((await guest.get(`/api/reports/saved/${saved.id}`)).json()).toEqual({
      code: 'report-not-found',
    });
  });
});
