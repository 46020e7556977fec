import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ACCESS_LEVELS,
  COLLECTIONS,
  type CsvCells,
  type CsvImport,
  type CsvOutcome,
  type CsvRowPage,
  type CsvRowsReply,
  type Problem,
} from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enforceSizeLimits } from './csv-import-limits.ts';
import {
  startRegistrationFixture,
  PUBLIC_ORIGIN,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const held: { fixture?: RegistrationFixture } = {};
const fixture = (): RegistrationFixture => held.fixture ?? expect.fail('no fixture');
let manager: TestBrowser;
beforeAll(async () => {
  held.fixture = await startRegistrationFixture({ withoutMail: true });
  manager = await fixture().browser('carer@akane.example');
});
afterAll(() => fixture().close());
beforeEach(async () => {
  const { store } = fixture().fixture.app;
  for (const collection of ['device', 'room']) {
    const found = await store.list({
      collection,
      group: false,
      filters: [],
      orderBy: [],
      offset: 0,
    });
    const ours = found.filter(
      ({ data, id }) => data['domainId'] === 'akane' && !id.startsWith('akane-'),
    );
    if (ours.length > 0)
      await store.commit(
        ours.map(({ path }) => ({ kind: 'delete', path })),
        { userId: null },
      );
  }
});

type Begun = { readonly importId: string; readonly by: TestBrowser };
type Row = { readonly row: number; readonly cells: CsvCells };
const createRows = (...cells: CsvCells[]): Row[] =>
  cells.map((one, index) => ({ row: index + 2, cells: one }));

async function begin(kind: CsvImport['kind'], by = manager, domainId = 'akane'): Promise<Begun> {
  const importId = randomUUID();
  const reply = await by.post('/api/csv-imports', {
    importId,
    kind,
    domainId,
    fileName: 'table.csv',
    language: 'ja',
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return { importId, by };
}
const at = ({ importId }: Begun, command = ''): string => `/api/csv-imports/${importId}${command}`;
async function check(begun: Begun, rows: readonly Row[]): Promise<CsvRowsReply['rows']> {
  const reply = await begun.by.post(at(begun, '/rows'), { rows });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<CsvRowsReply>().rows;
}
const start = (begun: Begun, existing: 'update' | 'skip' = 'update', leftOut: number[] = []) =>
  begun.by.post(at(begun, '/start'), { existing, leftOut });
const read = async (begun: Begun): Promise<CsvImport> =>
  (await begun.by.get(at(begun))).json<{ import: CsvImport }>().import;
async function until(begun: Begun, ...states: CsvImport['state'][]): Promise<CsvImport> {
  for (
    const deadline = performance.now() + 120_000;
    performance.now() < deadline;
    await pause(15)
  ) {
    const seen = await read(begun);
    if (states.includes(seen.state)) return seen;
  }
  return expect.fail(`the import ended as ${JSON.stringify(await read(begun))}`);
}
async function bring(
  kind: CsvImport['kind'],
  rows: readonly Row[],
  existing: 'update' | 'skip' = 'update',
  by = manager,
  domainId = 'akane',
): Promise<Begun> {
  const begun = await begin(kind, by, domainId);
  await check(begun, rows);
  expect((await start(begun, existing)).statusCode).toBe(200);
  await until(begun, 'done', 'failed');
  return begun;
}
const formatRows = (rows: CsvRowsReply['rows']): string[] =>
  rows.map(
    ({ row, outcome, problem }) =>
      `${row} ${outcome}${problem === null ? '' : ` ${problem.code}`}${(problem?.issues ?? []).map(({ field, code }) => ` ${field}:${code}`).join('')}`,
  );
const outcomes = async (begun: Begun): Promise<Partial<Record<CsvOutcome, number>>> =>
  Object.fromEntries(
    Object.entries((await read(begun)).counts.outcomes).filter(([, count]) => count > 0),
  );
const readPage = async (begun: Begun, outcome: CsvOutcome): Promise<CsvRowPage['rows']> =>
  (await begun.by.get(at(begun, `/rows?outcome=${outcome}`))).json<CsvRowPage>().rows;
const room = (name: string, domainId = 'akane') =>
  fixture().fixture.app.store.findByKey('room', { domainId, name });

describe('import of rooms', () => {
  it('checks every row before any write, and then creates, changes, skips or rejects rooms', async () => {
    await fixture().fixture.commit([
      {
        kind: 'set',
        path: 'room/known',
        data: {
          domainId: 'akane',
          rootDomainId: 'akane',
          name: '301',
          building: '東館',
          tags: ['a'],
          occupant: { alias: 'さくら', sex: 'female', birthYear: 1940, note: 'n' },
        },
      },
    ]);
    const begun = await begin('room');
    const rows = createRows(
      {
        name: '302',
        building: '東館',
        floor: '3',
        tags: '転倒注意、夜間',
        capacity: '2',
        occupantAlias: 'うめ',
        occupantSex: '女',
        occupantBirthYear: '1938',
      },
      { name: '301', building: '西館', occupantNote: '夜間 2 回巡視' },
      { name: '301' },
      { name: '303', capacity: '0' },
      { name: '' },
      { name: '302' },
    );
    expect(formatRows(await check(begun, rows))).toEqual([
      '2 new',
      '3 changed',
      '4 refused csv-row-repeated',
      '5 refused csv-row-invalid capacity:number-at-least',
      '6 refused csv-row-invalid name:value-required',
      '7 refused csv-row-repeated',
    ]);
    expect(await room('302')).toBeNull();
    expect((await start(begun)).statusCode).toBe(200);
    expect(await until(begun, 'done')).toMatchObject({
      state: 'done',
      counts: { total: 6, waiting: 0 },
    });
    expect(await outcomes(begun)).toEqual({ new: 1, changed: 1, refused: 4 });
    expect((await room('302'))?.data).toMatchObject({
      building: '東館',
      floor: '3',
      tags: ['転倒注意', '夜間'],
      capacity: 2,
      occupant: { alias: 'うめ', sex: 'female', birthYear: 1938, note: '' },
      domainId: 'akane',
      rootDomainId: 'akane',
    });
    expect((await room('301'))?.data).toMatchObject({
      building: '西館',
      tags: ['a'],
      occupant: { alias: 'さくら', sex: 'female', birthYear: 1940, note: '夜間 2 回巡視' },
    });
    expect(formatRows(await check(await begin('room'), rows.slice(0, 2)))).toEqual([
      '2 unchanged',
      '3 unchanged',
    ]);
    expect(
      (await readPage(begun, 'refused')).map(({ row, cells, link }) => [row, cells.name, link]),
    ).toEqual([
      [4, '301', null],
      [5, '303', null],
      [6, '', null],
      [7, '302', null],
    ]);
  });

  it('skips existing rooms if requested, and leaves out deselected rows', async () => {
    await bring('room', createRows({ name: '401', floor: '4' }));
    const begun = await begin('room');
    await check(begun, createRows({ name: '401', floor: '5' }, { name: '402' }, { name: '403' }));
    await start(begun, 'skip', [4]);
    await until(begun, 'done');
    expect(await outcomes(begun)).toEqual({ skipped: 1, new: 1, leftOut: 1 });
    expect([(await room('401'))?.data['floor'], await room('403')]).toEqual(['4', null]);
  });

  it("rejects single rooms beyond the contract's limit and imports the others", async () => {
    await fixture().fixture.commit([
      {
        kind: 'set',
        path: 'domain/small',
        data: {
          code: 'small',
          name: 'small',
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: 'small',
          ancestorIds: [],
          limits: { rooms: 2, devices: 1, members: 9 },
        },
      },
    ]);
    await fixture().fixture.addMember(
      'owner@small.example',
      'small',
      ACCESS_LEVELS.ownerAdministrator,
    );
    const begun = await bring(
      'room',
      createRows(...['1', '2', '3', '4', '5'].map((name) => ({ name }))),
      'update',
      await fixture().browser('owner@small.example'),
      'small',
    );
    expect(await outcomes(begun)).toEqual({ new: 2, refused: 3 });
    expect(
      (await readPage(begun, 'refused')).map(({ problem }) => (problem as Problem).code),
    ).toEqual(['room-limit-reached', 'room-limit-reached', 'room-limit-reached']);
  });

  it('undoes rows whose rooms have not changed since', async () => {
    await bring('room', createRows({ name: '500', floor: '5' }));
    await bring(
      'room',
      createRows(
        { name: '505', floor: '5' },
        { name: '506', building: '東館', floor: '5', tags: 'a' },
      ),
    );
    const begun = await bring(
      'room',
      createRows(
        { name: '501' },
        { name: '502' },
        { name: '503' },
        { name: '504' },
        { name: '500', floor: '6' },
        { name: '505', floor: '6' },
        { name: '506', floor: '6', tags: 'b' },
      ),
    );
    await fixture().fixture.commit([
      {
        kind: 'update',
        path: (await room('502'))?.path ?? '',
        fields: [{ field: ['building'], value: '別館' }],
      },
      {
        kind: 'update',
        path: (await room('505'))?.path ?? '',
        fields: [{ field: ['floor'], value: '7' }],
      },
      {
        kind: 'update',
        path: (await room('506'))?.path ?? '',
        fields: [{ field: ['floor'], value: '8' }],
      },
      {
        kind: 'set',
        path: 'device/in-503',
        data: {
          serial: 'in-503',
          typeId: 'bed',
          domainId: 'akane',
          rootDomainId: 'akane',
          roomId: (await room('503'))?.id ?? '',
          connection: 'network',
        },
      },
    ]);
    const presses = await Promise.all(
      Array.from({ length: 4 }, () => manager.post(at(begun, '/undo'))),
    );
    expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await until(begun, 'undone');
    expect(await outcomes(begun)).toEqual({ undone: 3, kept: 4 });
    expect(
      (await readPage(begun, 'kept')).map(({ cells, problem }) => [
        cells.name,
        (problem as Problem).code,
      ]),
    ).toEqual([
      ['502', 'csv-kept-changed'],
      ['503', 'csv-kept-used'],
      ['505', 'csv-kept-changed'],
      ['506', 'csv-kept-part'],
    ]);
    expect([
      (await room('505'))?.data['floor'],
      (await room('506'))?.data['floor'],
      (await room('506'))?.data['tags'],
    ]).toEqual(['7', '8', ['a']]);
    expect([
      await room('501'),
      await room('504'),
      (await room('502'))?.data['building'],
      (await room('503'))?.data['name'],
      (await room('500'))?.data['floor'],
    ]).toEqual([null, null, '別館', '503', '5']);
    expect((await manager.post(at(begun, '/undo'))).statusCode).toBe(200);
  });

  it('plans rows again after a concurrent change, and an undo restores that change', async () => {
    await bring('room', createRows({ name: '520', floor: '5' }));
    const { app, temporary } = fixture().fixture;
    const holding = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const writing = app.store.commit(
      [
        {
          kind: 'update',
          path: (await room('520'))?.path ?? '',
          fields: [{ field: ['floor'], value: '7' }],
        },
      ],
      {
        userId: null,
        alongside: async () => {
          holding.resolve();
          await letGo.promise;
        },
      },
    );
    await holding.promise;
    const begun = await begin('room');
    expect(formatRows(await check(begun, createRows({ name: '520', floor: '6' })))).toEqual([
      '2 changed',
    ]);
    await start(begun);
    await expect
      .poll(
        async () =>
          (
            await temporary.database.query({
              text: `select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
            })
          ).length,
      )
      .toBeGreaterThan(0);
    letGo.resolve();
    await writing;
    await until(begun, 'done');
    expect([await outcomes(begun), (await room('520'))?.data['floor']]).toEqual([
      { changed: 1 },
      '6',
    ]);
    await manager.post(at(begun, '/undo'));
    await until(begun, 'undone');
    expect([await outcomes(begun), (await room('520'))?.data['floor']]).toEqual([
      { undone: 1 },
      '7',
    ]);
  });
});

describe('import of devices', () => {
  it('finds types by code and rooms by name, and takes no device from another organisation', async () => {
    await bring('room', createRows({ name: '601' }));
    const changedBefore = (await fixture().fixture.app.store.read(['device/akane-A']))[0]?.data[
      'note'
    ];
    const begun = await begin('device');
    const rows = createRows(
      { serial: 'N-1', typeCode: 'bed', roomName: '601', deviceName: 'ベッド' },
      { serial: 'N-2', typeCode: 'nothing' },
      { serial: 'N-3', typeCode: 'bed', roomName: '999' },
      { serial: 'mizuki-A', typeCode: 'bed' },
      { serial: 'akane-A', typeCode: 'bed', roomName: '601', note: '点検済み' },
    );
    expect(formatRows(await check(begun, rows))).toEqual([
      '2 new',
      '3 refused csv-type-unknown',
      '4 refused csv-room-unknown',
      '5 refused document-forbidden',
      '6 changed',
    ]);
    await start(begun);
    await until(begun, 'done');
    const [made, changed] = await fixture().fixture.app.store.read([
      'device/N-1',
      'device/akane-A',
    ]);
    expect(made?.data).toMatchObject({
      serial: 'N-1',
      typeId: 'bed',
      roomId: (await room('601'))?.id,
      name: 'ベッド',
      connection: 'network',
      keyHash: null,
      domainId: 'akane',
    });
    expect(changed?.data).toMatchObject({ roomId: (await room('601'))?.id, note: '点検済み' });
    // Rooms list their devices, as after the command that places a device.
    const lists = async () =>
      (
        await fixture().fixture.app.store.read([
          `room/${(await room('601'))?.id ?? ''}`,
          'room/akane-1',
        ])
      ).map((one) => one?.data['deviceSerials']);
    expect(await lists()).toEqual([['N-1', 'akane-A'], []]);
    await manager.post(at(begun, '/undo'));
    await until(begun, 'undone');
    const [gone, restored] = await fixture().fixture.app.store.read([
      'device/N-1',
      'device/akane-A',
    ]);
    expect([gone, restored?.data['note'], restored?.data['roomId']]).toEqual([
      null,
      changedBefore,
      'akane-1',
    ]);
    expect(await lists()).toEqual([[], ['akane-A']]);
  });
});

describe('import of staff', () => {
  it("invites people below the importer's level, changes members, and returns links only to the importer", async () => {
    await fixture().fixture.addMember('member@akane.example', 'akane', ACCESS_LEVELS.generalStaff);
    const rows = createRows(
      { staffName: '佐藤 花', email: 'New@akane.example', accessLevel: '一般ユーザー' },
      { staffName: '鈴木', email: 'boss@akane.example', accessLevel: '5' },
      {
        staffName: '高橋 葵',
        nameKana: 'たかはし',
        email: 'member@akane.example',
        accessLevel: '2',
      },
    );
    const begun = await begin('staff');
    expect(formatRows(await check(begun, rows))).toEqual([
      '2 new',
      '3 refused invitation-forbidden',
      '4 changed',
    ]);
    await start(begun);
    await until(begun, 'done');
    expect(await outcomes(begun)).toEqual({ new: 1, changed: 1, refused: 1 });
    const [invited] = await readPage(begun, 'new');
    expect(invited?.link).toMatch(
      new RegExp(`^${PUBLIC_ORIGIN}/registerUser/akane#[0-9A-Z-]{19}$`),
    );
    const code = new URL(invited?.link ?? '').hash.slice(1);
    expect(
      (
        await (await fixture().browser()).post('/api/invitations/view', { code, domainId: 'akane' })
      ).json(),
    ).toMatchObject({ domainId: 'akane', accessLevel: 2 });
    expect(
      JSON.stringify(
        await fixture().fixture.temporary.database.query({
          text: 'select row_to_json(r)::text as row from csv_rows r',
        }),
      ),
    ).not.toContain(code);
    // A second import of the same table creates no second invitation.
    expect(formatRows(await check(await begin('staff'), rows.slice(0, 1)))).toEqual([
      '2 unchanged',
    ]);
    await manager.post(at(begun, '/undo'));
    await until(begun, 'undone');
    expect(
      (
        await (await fixture().browser()).post('/api/invitations/view', { code, domainId: 'akane' })
      ).json(),
    ).toEqual({ code: 'invitation-revoked' });
  });

  it('mails the invitation if mail is configured, and reveals the code to no one else', async () => {
    const mailed = await startRegistrationFixture();
    try {
      const by = await mailed.browser('carer@akane.example');
      const begun = await bring(
        'staff',
        createRows({ staffName: '郵 便', email: 'mailed@akane.example', accessLevel: '2' }),
        'update',
        by,
      );
      expect((await mailed.linkTo('mailed@akane.example')).pathname).toBe('/registerUser/akane');
      expect((await readPage(begun, 'new')).map(({ link }) => link)).toEqual([null]);
    } finally {
      await mailed.close();
    }
  });
});

describe('import of nights', () => {
  it("stores nights in the organisation's time zone, and never overwrites an analysed night", async () => {
    await fixture().fixture.commit([
      {
        kind: 'set',
        path: 'room/akane-nights',
        data: { domainId: 'akane', rootDomainId: 'akane', name: 'N1' },
      },
      {
        kind: 'set',
        path: 'room/akane-nights/sleep/2026-11-19',
        data: {
          night: '2026-11-19',
          from: { $date: '2026-11-19T13:00:00.000Z' },
          to: { $date: '2026-11-19T21:00:00.000Z' },
          state: 'done',
          metrics: { TST: 400 },
        },
      },
    ]);
    const staff = await fixture().browser('staff@akane.example');
    const begun = await begin('night', staff);
    const rows = createRows(
      {
        roomName: 'N1',
        night: '2026/11/20',
        from: '22:10',
        to: '6:10',
        TST: '420',
        heartRateMean: '58.5',
      },
      { roomName: 'N1', night: '2026/11/19', from: '22:00', to: '6:00' },
      { roomName: '201x', night: '2026/11/20', from: '22:00', to: '6:00' },
    );
    expect(formatRows(await check(begun, rows))).toEqual([
      '2 new',
      '3 refused csv-night-analysed',
      '4 refused csv-room-unknown',
    ]);
    await start(begun);
    await until(begun, 'done');
    const [night] = await fixture().fixture.app.store.read(['room/akane-nights/sleep/2026-11-20']);
    expect(night?.bare).toBe(false);
    expect(COLLECTIONS.sleep.schema.parse(night?.data)).toMatchObject({
      from: new Date('2026-11-20T13:10:00Z'),
      to: new Date('2026-11-20T21:10:00Z'),
      state: 'done',
      metrics: { TIB: 480, TST: 420, heartRateMean: 58.5 },
      provenance: { algorithm: 'csv' },
    });
    const [first] = rows;
    expect(
      formatRows(await check(await begin('night'), first === undefined ? [] : [first])),
    ).toEqual(['2 unchanged']);
    await bring(
      'night',
      createRows({ roomName: 'N1', night: '2026/11/20', from: '22:10', to: '6:10', TST: '430' }),
    );
    expect(
      (await fixture().fixture.app.store.read(['room/akane-nights/sleep/2026-11-20']))[0]?.data[
        'metrics'
      ],
    ).toMatchObject({ TST: 430, heartRateMean: 58.5 });
    await staff.post(at(begun, '/undo'));
    await until(begun, 'undone');
    // The night has changed since, so the undo keeps it.
    expect(await outcomes(begun)).toMatchObject({ kept: 1 });
  });
});

describe('rights of an import', () => {
  const LEVELS = Object.entries(ACCESS_LEVELS);
  it.each(LEVELS)('%s', async (name, level) => {
    const email = `${name.toLowerCase()}@levels.example`;
    await fixture().fixture.addMember(email, 'akane', level);
    const by = await fixture().browser(email);
    const made = `of-${name}`;
    const manages = [
      'administrator',
      'privilegeAdministrator',
      'ownerAdministrator',
      'agency',
      'agencyAdmin',
      'developer',
      'seniorDeveloper',
    ].includes(name);
    const imports = manages || name === 'generalStaff';
    const answers: Record<string, unknown> = {};
    for (const kind of ['room', 'device', 'staff', 'night'] as const) {
      const importId = randomUUID();
      const reply = await by.post('/api/csv-imports', {
        importId,
        kind,
        domainId: 'akane',
        fileName: 't.csv',
        language: 'ja',
      });
      const cells: Readonly<Record<typeof kind, CsvCells>> = {
        room: { name: made },
        device: { serial: made, typeCode: 'bed' },
        staff: { staffName: 'x', email: `${made}@new.example`, accessLevel: '2' },
        night: { roomName: '201', night: '2026-01-05', from: '22:00', to: '6:00' },
      };
      answers[kind] =
        reply.statusCode === 200
          ? formatRows(await check({ importId, by }, createRows(cells[kind])))[0]
          : reply.statusCode;
    }
    const invites = [
      'administrator',
      'privilegeAdministrator',
      'ownerAdministrator',
      'agencyAdmin',
      'developer',
      'seniorDeveloper',
    ].includes(name);
    const ofDocument = imports ? (manages ? '2 new' : '2 refused document-forbidden') : 403;
    expect(answers).toEqual({
      room: ofDocument,
      device: ofDocument,
      staff: name === 'agencyAdmin' ? '2 refused invitation-forbidden' : invites ? '2 new' : 403,
      night: imports ? '2 new' : 403,
    });
  });

  it('members cannot see or change imports of others, or import into organisations beyond their access', async () => {
    const begun = await begin('room');
    await check(begun, createRows({ name: '700' }));
    const other = await fixture().browser('agency@akane.example');
    for (const reply of [
      await other.get(at(begun)),
      await other.post(at(begun, '/rows'), { rows: createRows({ name: 'x' }) }),
      await other.get(at(begun, '/rows?outcome=new')),
      await other.post(at(begun, '/start'), { existing: 'skip', leftOut: [] }),
      await other.post(at(begun, '/undo')),
      await other.post('/api/csv-imports', {
        importId: begun.importId,
        kind: 'room',
        domainId: 'akane',
        fileName: 'x',
        language: 'ja',
      }),
    ]) {
      expect([reply.statusCode, reply.json()]).toEqual([404, { code: 'csv-import-not-found' }]);
    }
    expect(
      (
        await manager.post('/api/csv-imports', {
          importId: randomUUID(),
          kind: 'room',
          domainId: 'mizuki',
          fileName: 'x',
          language: 'ja',
        })
      ).statusCode,
    ).toBe(404);
    expect(
      (await (await fixture().browser('carer@mizuki.example')).get('/api/csv-imports')).json(),
    ).toEqual({ imports: [] });
  });

  it('a run writes nothing if the member is suspended after the check', async () => {
    const userId = await fixture().fixture.addMember(
      'leaves@akane.example',
      'akane',
      ACCESS_LEVELS.administrator,
    );
    const by = await fixture().browser('leaves@akane.example');
    const begun = await begin('room', by);
    await check(begun, createRows({ name: '710' }));
    await fixture().fixture.app.jobs.cancel('csv-import', begun.importId);
    const database = fixture().fixture.temporary.database;
    await database.query({
      text: `update documents set data = data || '{"state":"suspended"}' where path = $1`,
      values: [`staff/${userId}`],
    });
    await start(begun);
    for (
      const deadline = performance.now() + 120_000;
      performance.now() < deadline;
      await pause(20)
    ) {
      const [row] = await database.query<{ state: string }>({
        text: 'select state from csv_imports where import_id = $1',
        values: [begun.importId],
      });
      if (row?.state === 'failed') break;
    }
    expect(await room('710')).toBeNull();
  });

  it('an agency cannot import resident data', async () => {
    const agency = await fixture().browser('agency@akane.example');
    expect(
      formatRows(
        await check(
          await begin('room', agency),
          createRows({ name: '720', occupantAlias: 'x' }, { name: '721' }),
        ),
      ),
    ).toEqual(['2 refused field-refused', '3 new']);
  });
});

describe('limits of an import', () => {
  it('the server limits drafts of a member, older ones excluded, and bytes', async () => {
    const userId = await fixture().fixture.addMember(
      'drafts@akane.example',
      'akane',
      ACCESS_LEVELS.administrator,
    );
    const by = await fixture().browser('drafts@akane.example');
    const { database } = fixture().fixture.temporary;
    const first = await begin('room', by);
    for (let drafts = 1; drafts < 20; drafts += 1) await begin('room', by);
    const fresh = {
      importId: randomUUID(),
      kind: 'room',
      domainId: 'akane',
      fileName: 't.csv',
      language: 'ja',
    };
    const refused = await by.post('/api/csv-imports', fresh);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { code: 'limit-csv-drafts', details: { limit: 20 } },
    ]);
    expect(
      (await by.post('/api/csv-imports', { ...fresh, importId: first.importId })).statusCode,
    ).toBe(200);
    await database.query({
      text: `update csv_imports set created_at = created_at - interval '25 hours' where owner_id = $1`,
      values: [userId],
    });
    expect((await by.post('/api/csv-imports', fresh)).statusCode).toBe(200);
    const begun = { importId: fresh.importId, by };
    await check(begun, [
      { row: 2, cells: { name: '900', serial: 'of another kind'.repeat(200), occupantNote: 'n' } },
    ]);
    const [kept] = await database.query<{ cells: CsvCells }>({
      text: 'select cells from csv_rows where import_id = $1',
      values: [begun.importId],
    });
    expect(kept?.cells).toEqual({ name: '900', occupantNote: 'n' });
    const key = { rootDomainId: 'akane', importId: begun.importId };
    const [{ bytes } = { bytes: 0 }] = await database.query<{ bytes: number }>({
      text: 'select bytes::int as bytes from csv_imports where import_id = $1',
      values: [begun.importId],
    });
    expect(bytes).toBeGreaterThan(20);
    await check(begun, [{ row: 2, cells: { name: 'the same line again', occupantNote: 'n' } }]);
    await enforceSizeLimits(database, key, { drafts: 1, bytes, organisationBytes: 1_000_000 });
    await expect(
      enforceSizeLimits(database, key, {
        drafts: 1,
        bytes: bytes - 1,
        organisationBytes: 1_000_000,
      }),
    ).rejects.toMatchObject({ problem: { code: 'limit-size-table' } });
    // Tables of other members of the organisation count too; deleted ones do not.
    await expect(
      enforceSizeLimits(database, key, { drafts: 1, bytes, organisationBytes: bytes }),
    ).rejects.toMatchObject({
      problem: { code: 'limit-csv-kept', details: { limit: 0, days: 14 } },
    });
  });

  it('a member who may no longer import such a table cannot read its rows, and pages end with the last row', async () => {
    const userId = await fixture().fixture.addMember(
      'falls@akane.example',
      'akane',
      ACCESS_LEVELS.administrator,
    );
    const by = await fixture().browser('falls@akane.example');
    const begun = await begin('staff', by);
    await check(begun, createRows({ staffName: 'a', email: 'a@falls.example', accessLevel: '2' }));
    expect((await by.get(at(begun, '/rows?outcome=new&after=99999999999'))).statusCode).toBe(400);
    expect((await by.get(at(begun, '/rows?outcome=new'))).statusCode).toBe(200);
    await fixture().fixture.commit([
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: [{ field: ['accessLevel'], value: ACCESS_LEVELS.generalStaff }],
      },
    ]);
    await expect
      .poll(
        async () =>
          (
            await (
              await fixture().browser('falls@akane.example')
            ).get(at(begun, '/rows?outcome=new'))
          ).statusCode,
      )
      .toBe(403);
  });
});

describe('repeated requests', () => {
  it('a repeated begin, upload or start affects one import', async () => {
    const begun = await begin('room');
    expect(
      (
        await manager.post('/api/csv-imports', {
          importId: begun.importId,
          kind: 'room',
          domainId: 'akane',
          fileName: 'table.csv',
          language: 'ja',
        })
      ).statusCode,
    ).toBe(200);
    expect(
      (
        await manager.post('/api/csv-imports', {
          importId: begun.importId,
          kind: 'device',
          domainId: 'akane',
          fileName: 'table.csv',
          language: 'ja',
        })
      ).json(),
    ).toEqual({ code: 'csv-import-changed' });
    const rows = createRows({ name: '801' }, { name: '802' });
    expect(await check(begun, rows)).toEqual(await check(begun, rows));
    expect((await read(begun)).counts.total).toBe(2);
    expect([(await start(begun)).statusCode, (await start(begun)).statusCode]).toEqual([200, 200]);
    await until(begun, 'done');
    expect(await outcomes(begun)).toEqual({ new: 2 });
    expect(
      (await manager.post(at(begun, '/rows'), { rows: createRows({ name: '803' }) })).json(),
    ).toMatchObject({ code: 'csv-import-state-conflict' });
    expect(
      (await manager.get('/api/csv-imports'))
        .json<{ imports: CsvImport[] }>()
        .imports.map(({ importId }) => importId),
    ).toContain(begun.importId);
  });

  it('the server rejects empty tables, tables that are too large, and invalid cells', async () => {
    const begun = await begin('room');
    expect((await start(begun)).json()).toEqual({ code: 'csv-import-empty' });
    expect((await manager.post(at(begun, '/rows'), { rows: [] })).statusCode).toBe(400);
    expect(
      (await manager.post(at(begun, '/rows'), { rows: [{ row: 2, cells: { password: 'x' } }] }))
        .statusCode,
    ).toBe(400);
    expect(
      (
        await manager.post(at(begun, '/rows'), {
          rows: Array.from({ length: 501 }, (_, index) => ({
            row: index + 2,
            cells: { name: 'x' },
          })),
        })
      ).statusCode,
    ).toBe(400);
  });
});
