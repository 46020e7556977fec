import { pino } from 'pino';
import { sleepCollection } from '@yamori/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startNightServer, type NightServer } from '../testing/night-server.ts';
import {
  AKANE_ROOM,
  startImportFixture,
  type ImportFixture,
} from '../../../testing/import-fixture.ts';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';
import { nightDeviceWrites, stageNight } from '../../../testing/night-frames.ts';
import { aNativeFile } from '../../../testing/recording-files.ts';
import { startServerProcess, type ServerProcess } from '../../../testing/server-process.ts';
import type { NightFields } from './night-fields.ts';

const log = pino({ level: 'silent' });
const SERIAL = 'akane-N';
const MINUTE_MS = 60_000;

async function seen(
  { app }: LiveFixture,
  night: string,
  room = AKANE_ROOM,
): Promise<NightFields | null> {
  const [document] = await app.store.read([`room/${room}/sleep/${night}`]);
  return document === null || document === undefined
    ? null
    : sleepCollection.schema.parse(document.data);
}
const countOpenOrders = async ({ temporary }: LiveFixture): Promise<number> =>
  (await temporary.database.query({ text: 'select 1 from night_orders where done < asked' }))
    .length;
const idle = (fixture: LiveFixture): Promise<void> =>
  expect.poll(() => countOpenOrders(fixture), { timeout: 120_000, interval: 50 }).toBe(0);
const orders = ({ temporary }: LiveFixture, room: string) =>
  temporary.database.query<{ night: string; asked: string }>({
    text: 'select night, asked from night_orders where room_id = $1 order by night',
    values: [room],
  });

describe('the import of a file', () => {
  const held: { fixture?: ImportFixture } = {};
  const fixture = (): ImportFixture => held.fixture ?? expect.fail('no fixture');
  beforeAll(async () => {
    held.fixture = await startImportFixture({ analysesNights: true });
  });
  afterAll(async () => {
    await held.fixture?.close();
  });

  it('runs a night that was requested just as its job ended, without waiting for the scheduler', async () => {
    const { nights } = fixture().app;
    await fixture().temporary.database.query({
      text: `insert into night_orders (root_domain_id, room_id, night) values ('akane', $1, '2025-03-03')`,
      values: [AKANE_ROOM],
    });
    await nights.orders.untilDone(
      { rootDomainId: 'akane', roomId: AKANE_ROOM },
      ['2025-03-03'],
      new AbortController().signal,
    );
  });

  it('completes after its nights are analysed, and deleting it restores their earlier state', async () => {
    await fixture().commit(nightDeviceWrites(SERIAL, 'akane'));
    const { timeline } = fixture().app;
    await timeline.assignments.change({
      rootDomainId: 'akane',
      serial: SERIAL,
      roomId: AKANE_ROOM,
      atUs: Date.parse('2025-10-10T12:00:00Z') * 1000,
    });
    await timeline.assignments.change({
      rootDomainId: 'akane',
      serial: SERIAL,
      roomId: null,
      atUs: Date.parse('2025-10-10T15:00:00Z') * 1000,
    });
    await stageNight(timeline, {
      serial: SERIAL,
      fromMs: Date.parse('2025-10-10T13:00:00Z'),
      parts: [{ minutes: 60, doing: 'lying' }],
    });
    // Half an hour on either side of noon: two nights, of which only the first has a device in the
    // room.
    const { bytes } = aNativeFile({
      serial: 'akane-A',
      startUs: Date.parse('2025-10-11T02:30:00Z') * 1000,
      seconds: 3600,
      seed: 7,
    });
    const file = { roomId: AKANE_ROOM, fileName: 'night.ymr', bytes };
    await fixture().uploader.upload(file);
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({ state: 'done' });
    const [first, second] = [
      await seen(fixture(), '2025-10-10'),
      await seen(fixture(), '2025-10-11'),
    ];
    expect(first).toMatchObject({
      state: 'done',
      resultVersion: 1,
      provenance: { signals: ['accelerometer', 'impedance', 'temperature'] },
    });
    expect(second).toMatchObject({
      state: 'done',
      quality: { code: 'noSleepSignals' },
      provenance: { signals: ['impedance', 'temperature'] },
    });
    expect(second?.events.filter(({ kind }) => kind === 'call')).toHaveLength(30);

    expect((await fixture().uploader.command(file, 'undo')).status).toBe(202);
    await fixture().until(bytes, ['undone', 'failed']);
    await idle(fixture());
    expect(await seen(fixture(), '2025-10-10')).toMatchObject({
      resultVersion: 2,
      provenance: { signals: ['accelerometer', 'temperature'] },
    });
    expect(await seen(fixture(), '2025-10-11')).toBeNull();
  });
});

const MAX_WAITING = 50;

describe('the night scheduler', () => {
  const held: { fixture?: LiveFixture; sides: NightServer[] } = { sides: [] };
  const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');
  const clock = { ms: 0 };
  const nightEndMs = Date.parse('2025-11-02T03:00:00Z');
  const closings: (() => Promise<unknown>)[] = [];
  const startServer = (): NightServer => {
    const side = startNightServer(fixture(), {
      now: () => new Date(clock.ms),
      log,
      maxWaiting: MAX_WAITING,
    });
    closings.push(side.close);
    return side;
  };
  beforeAll(async () => {
    held.fixture = await startLiveFixture();
    const { timeline } = fixture().app;
    await fixture().commit([
      ...nightDeviceWrites(SERIAL, 'akane'),
      ...nightDeviceWrites('mizuki-N', 'mizuki'),
      {
        kind: 'update',
        path: 'domain/mizuki',
        fields: [
          { field: ['timeZone'], value: 'Europe/Berlin' },
          { field: ['nightStartsAt'], value: '18:30' },
        ],
      },
    ]);
    const atUs = Date.parse('2025-11-01T18:00:00Z') * 1000;
    await timeline.assignments.change({
      rootDomainId: 'akane',
      serial: SERIAL,
      roomId: 'akane-1',
      atUs,
    });
    await timeline.assignments.change({
      rootDomainId: 'mizuki',
      serial: 'mizuki-N',
      roomId: 'mizuki-1',
      atUs,
    });
    await timeline.assignments.change({
      rootDomainId: 'mizuki',
      serial: 'mizuki-N',
      roomId: null,
      atUs: Date.parse('2025-11-02T12:00:00Z') * 1000,
    });
    await stageNight(timeline, {
      serial: SERIAL,
      fromMs: Date.parse('2025-11-01T19:00:00Z'),
      parts: [{ minutes: 60, doing: 'lying' }],
    });
    await stageNight(timeline, {
      serial: 'mizuki-N',
      fromMs: Date.parse('2025-11-01T22:00:00Z'),
      parts: [{ minutes: 60, doing: 'lying' }],
    });
  });
  afterAll(async () => {
    await Promise.all(closings.map((close) => close()));
    await held.fixture?.close();
  });

  it("requests a night once it is over in the room's time zone, on one of two servers", async () => {
    clock.ms = nightEndMs + 4 * MINUTE_MS;
    const [one, other] = [startServer(), startServer()];
    await Promise.all([one.nights.scheduler.look(), other.nights.scheduler.look()]);
    expect(await orders(fixture(), 'akane-1')).toEqual([]);
    await idle(fixture());
    clock.ms = nightEndMs + 6 * MINUTE_MS;
    const requestCounts = await Promise.all(
      [one, other, one, other].map((side) => side.nights.scheduler.look()),
    );
    expect(requestCounts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await orders(fixture(), 'akane-1')).toEqual([{ night: '2025-11-01', asked: '1' }]);
    await idle(fixture());
    expect(await seen(fixture(), '2025-11-01')).toMatchObject({
      state: 'done',
      resultVersion: 1,
      quality: { code: 'good' },
    });
    // A night that starts at 6:30 in Berlin ends later.
    clock.ms = Date.parse('2025-11-02T17:36:00Z');
    await Promise.all([one.nights.scheduler.look(), other.nights.scheduler.look()]);
    expect(await orders(fixture(), 'mizuki-1')).toEqual([{ night: '2025-11-01', asked: '1' }]);
    await idle(fixture());
    const berlin = await seen(fixture(), '2025-11-01', 'mizuki-1');
    expect(berlin).toMatchObject({
      from: new Date('2025-11-01T17:30:00Z'),
      to: new Date('2025-11-02T17:30:00Z'),
      quality: { code: 'good' },
    });
  });

  it('requests a night again when a device delivers buffered data late, and only then', async () => {
    const side = startServer();
    await side.nights.scheduler.look();
    await idle(fixture());
    expect((await seen(fixture(), '2025-11-01'))?.resultVersion).toBe(1);
    await stageNight(fixture().app.timeline, {
      serial: SERIAL,
      fromMs: Date.parse('2025-11-01T20:00:00Z'),
      parts: [{ minutes: 30, doing: 'lying' }],
      seed: 5,
    });
    clock.ms += 61 * MINUTE_MS;
    await side.nights.scheduler.look();
    await idle(fixture());
    expect((await seen(fixture(), '2025-11-01'))?.resultVersion).toBe(2);
  });

  it('requests nights that ended while no server was running', async () => {
    await stageNight(fixture().app.timeline, {
      serial: SERIAL,
      fromMs: Date.parse('2025-11-03T13:00:00Z'),
      parts: [{ minutes: 60, doing: 'lying' }],
    });
    clock.ms = Date.parse('2025-11-05T04:00:00Z');
    await startServer().nights.scheduler.look();
    await idle(fixture());
    const codes = await Promise.all(
      ['2025-11-02', '2025-11-03', '2025-11-04', '2025-11-05'].map(
        async (night) => (await seen(fixture(), night))?.quality?.code,
      ),
    );
    expect(codes).toEqual(['noData', 'good', 'noData', undefined]);
  });

  it('finds a night that was requested just as its job ended', async () => {
    await fixture().temporary.database.query({
      text: `update night_orders set asked = asked + 1 where room_id = 'akane-1' and night = '2025-11-03'`,
    });
    expect(await countOpenOrders(fixture())).toBe(1);
    await startServer().nights.scheduler.look();
    await idle(fixture());
    expect((await seen(fixture(), '2025-11-03'))?.resultVersion).toBe(1);
  });

  it('rejects further requests of an organisation at its limit, but not those of others', async () => {
    const { database } = fixture().temporary;
    const side = startServer();
    await database.query({
      text: `insert into night_orders (root_domain_id, room_id, night) select 'akane', 'waiting-' || n, '2025-01-01' from generate_series(1, $1::int) n`,
      values: [MAX_WAITING - 2],
    });
    const akane = { roomId: 'akane-1', domainId: 'akane', rootDomainId: 'akane' };
    await expect(
      side.nights.orders.requestNights(akane, '2025-10-01', '2025-10-03'),
    ).rejects.toMatchObject({
      problem: { code: 'limit-night-orders', details: { limit: MAX_WAITING } },
    });
    expect(
      (await orders(fixture(), 'akane-1')).filter(({ night }) => night.startsWith('2025-10-0')),
    ).toEqual([]);
    expect(
      (
        await side.nights.orders.requestNights(
          { roomId: 'mizuki-1', domainId: 'mizuki', rootDomainId: 'mizuki' },
          '2025-10-01',
          '2025-10-03',
        )
      ).nights,
    ).toHaveLength(3);
    expect(
      (await side.nights.orders.requestNights(akane, '2025-10-01', '2025-10-02')).nights,
    ).toHaveLength(2);
    await database.query({ text: `delete from night_orders where room_id like 'waiting-%'` });
    await idle(fixture());
  });

  it('drops requests of a room that no longer exists', async () => {
    await fixture().temporary.database.query({
      text: `insert into night_orders (root_domain_id, room_id, night) values ('akane', 'gone', '2025-11-03')`,
    });
    await startServer().nights.scheduler.look();
    await idle(fixture());
    expect(await orders(fixture(), 'gone')).toEqual([]);
  });
});

describe('a server that is killed during an analysis', () => {
  const held: { fixture?: LiveFixture; server?: ServerProcess } = {};
  const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');
  afterEach(async () => {
    held.server?.kill('SIGKILL');
    await held.server?.exited;
  });
  afterAll(async () => {
    await held.fixture?.close();
  });

  it('leaves no partial result, and the next server analyses the night once', async () => {
    held.fixture = await startLiveFixture();
    const { app, temporary } = fixture();
    await fixture().commit(nightDeviceWrites(SERIAL, 'akane'));
    await app.timeline.assignments.change({
      rootDomainId: 'akane',
      serial: SERIAL,
      roomId: AKANE_ROOM,
      atUs: Date.parse('2025-10-10T12:00:00Z') * 1000,
    });
    await app.timeline.assignments.change({
      rootDomainId: 'akane',
      serial: SERIAL,
      roomId: null,
      atUs: Date.parse('2025-10-11T02:00:00Z') * 1000,
    });
    await stageNight(app.timeline, {
      serial: SERIAL,
      fromMs: Date.parse('2025-10-10T13:00:00Z'),
      parts: [{ minutes: 200, doing: 'lying' }],
    });
    const start = (): ServerProcess =>
      startServerProcess({ DATABASE_URL: temporary.url, YAMORI_ANALYSE_NIGHTS: 'on' });
    held.server = start();
    await held.server.ready;
    await app.nights.orders.requestNights(
      { roomId: AKANE_ROOM, domainId: 'akane', rootDomainId: 'akane' },
      '2025-10-10',
      '2025-10-10',
    );
    await expect
      .poll(async () => (await seen(fixture(), '2025-10-10'))?.state, {
        timeout: 120_000,
        interval: 5,
      })
      .toBe('analysing');
    held.server.kill('SIGKILL');
    await held.server.exited;
    expect(await seen(fixture(), '2025-10-10')).toMatchObject({
      state: 'analysing',
      resultVersion: 0,
      epochs: [],
      metrics: {},
      provenance: null,
    });
    expect(await countOpenOrders(fixture())).toBe(1);
    held.server = start();
    await idle(fixture());
    expect(await seen(fixture(), '2025-10-10')).toMatchObject({
      state: 'done',
      resultVersion: 1,
      quality: { code: 'good' },
    });
    expect(await temporary.database.query({ text: 'select version from night_versions' })).toEqual([
      { version: 1 },
    ]);
    await expect
      .poll(() =>
        temporary.database.query({
          text: `select state, attempt from jobs where kind = 'analyse-night' and subject = 'akane-1/2025-10-10'`,
        }),
      )
      .toEqual([{ state: 'done', attempt: 2 }]);
  });
});
