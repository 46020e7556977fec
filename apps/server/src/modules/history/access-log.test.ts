import { ACCESS_LEVELS, DISCLOSURES, encodeFields } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../core/database/database.ts';
import { anAccident, aRoom, change } from '../../core/documents/testing/test-documents.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { checkHistory } from './check-history.ts';
import { createAccessLog } from './access-log.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const held: { fixture?: LiveFixture; cookie: string; stranger: string } = {
  cookie: '',
  stranger: '',
};
const clock = { nowMs: Date.parse('2026-02-01T09:00:00Z') };
const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');
const at = new Date('2026-01-01T00:00:00Z');

beforeAll(async () => {
  held.fixture = await startLiveFixture({ now: () => new Date(clock.nowMs) });
  await fixture().addMember('manager@akane.example', 'akane', ACCESS_LEVELS.ownerAdministrator);
  const below = (path: string, fields: Readonly<Record<string, unknown>>) => ({
    kind: 'create' as const,
    path: `room/akane-1/${path}`,
    data: encodeFields(fields, false),
  });
  await fixture().commit([
    below('sleep/2026-01-01', { night: '2026-01-01', from: at, to: at, state: 'waiting' }),
    below('note/n', { from: at, to: null, text: 'a', writtenBy: 'u' }),
  ]);
});
afterAll(() => fixture().close());
// The record remembers readers per hour or day (UTC), so each test starts at 09:00 on a new day.
// Sessions are shorter than a day.
beforeEach(async () => {
  clock.nowMs = Math.floor(clock.nowMs / DAY_MS) * DAY_MS + DAY_MS + 9 * HOUR_MS;
  held.cookie = await fixture().signIn('carer@akane.example');
  held.stranger = await fixture().signIn('carer@mizuki.example');
  await fixture().temporary.database.query({
    text: `delete from documents where collection = 'updateHistory'`,
  });
  await fixture().temporary.database.query({ text: 'delete from update_history_head' });
});

type Entry = { readonly action: string; readonly path: string; readonly actor: string };
const entries = async (): Promise<Entry[]> =>
  fixture().temporary.database.query<Entry>({
    text: `select data->>'action' as action, data->>'path' as path, data->>'actorId' as actor from documents where collection = 'updateHistory' order by 1, 2`,
  });
const acts = async (): Promise<string[]> =>
  (await entries()).map(({ action, path }) => `${action} ${path}`);
const post = (path: string, payload: object, cookie = held.cookie) =>
  fixture().app.server.inject({ method: 'POST', url: path, payload, headers: { cookie } });
const read = (path: string, cookie = held.cookie) =>
  post('/api/documents/read', { paths: [path] }, cookie);

describe('the record of disclosures in the update history', () => {
  it('names reader and room once an hour, and is written before the reply', async () => {
    for (let time = 0; time < 3; time += 1)
      expect((await read('room/akane-1/sleep/2026-01-01')).statusCode).toBe(200);
    await post('/api/documents/list', { query: { collection: 'room/akane-1/note' } });
    const [staff] = await fixture().temporary.database.query<{ id: string }>({
      text: `select id from auth_user where email = 'carer@akane.example'`,
    });
    expect(await entries()).toEqual([
      { action: 'nightsRead', path: 'room/akane-1', actor: staff?.id },
      { action: 'notesRead', path: 'room/akane-1', actor: staff?.id },
    ]);
    clock.nowMs += HOUR_MS;
    await read('room/akane-1/sleep/2026-01-01');
    expect(await acts()).toEqual([
      'nightsRead room/akane-1',
      'nightsRead room/akane-1',
      'notesRead room/akane-1',
    ]);
    expect(await checkHistory(fixture().temporary.database)).toMatchObject({ holds: true });
  });

  it('names the organisation for data of many rooms, and records nothing if nothing was shown', async () => {
    expect((await read('room/akane-1/sleep/2026-01-01', held.stranger)).json()).toEqual({
      documents: [null],
    });
    await post('/api/documents/list', { query: { collection: 'accident', group: true } });
    await post('/api/documents/list', { query: { collection: 'room/akane-1/sleep' }, ahead: true });
    expect(await acts()).toEqual(['nightsKept room/akane-1']);
    await fixture().temporary.database.query({
      text: `delete from documents where collection = 'updateHistory'`,
    });
    await read('room/akane-1');
    // The board always shows the last night.
    expect(
      (
        await post('/api/nights/figures', {
          roomIds: ['akane-1'],
          nights: { kind: 'newest', count: 2 },
          figures: ['TST'],
        })
      ).statusCode,
    ).toBe(200);
    expect(
      (
        await fixture().app.server.inject({
          url: '/api/rooms/akane-1/nights/2026-01-01/versions',
          headers: { cookie: held.stranger },
        })
      ).statusCode,
    ).toBe(404);
    expect(await acts()).toEqual([]);
    await post('/api/documents/list', { query: { collection: 'note', group: true } });
    expect(
      (
        await post(
          '/api/reports/read',
          { domainId: 'akane', period: { kind: 'newest', nights: 7 } },
          await fixture().signIn('agency@akane.example'),
        )
      ).statusCode,
    ).toBe(200);
    expect(await acts()).toEqual(['notesRead domain/akane', 'reportRead domain/akane']);
  });

  it('covers alarm statistics of a room or of its organisation', async () => {
    const manager = await fixture().signIn('manager@akane.example');
    await fixture().commit([aRoom('akane-2', 'akane')]);
    const useful = (scope: string) =>
      fixture().app.server.inject({
        url: `/api/rooms/akane-1/accident-usefulness?scope=${scope}&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`,
        headers: { cookie: manager },
      });
    expect((await useful('room')).statusCode).toBe(200);
    expect(await acts()).toEqual(['accidentsRead room/akane-1']);
    clock.nowMs += HOUR_MS;
    expect(
      (
        await post(
          '/api/rehearsals',
          { place: { kind: 'room', roomId: 'akane-1' }, overrides: {}, nights: 1 },
          manager,
        )
      ).statusCode,
    ).toBe(200);
    expect(await acts()).toEqual(['accidentsRead room/akane-1', 'accidentsRead room/akane-1']);
    expect((await useful('domain')).statusCode).toBe(200);
    expect((await useful('room')).statusCode).toBe(200);
    expect(await acts()).toEqual([
      'accidentsRead domain/akane',
      'accidentsRead room/akane-1',
      'accidentsRead room/akane-1',
    ]);
  });

  it('covers writes that return the document, and counts with a filter', async () => {
    const same = {
      kind: 'update',
      path: 'room/akane-1/sleep/2026-01-01',
      fields: [{ field: ['edits'], value: [] }],
    };
    expect((await post('/api/documents/commit', { writes: [same] })).statusCode).toBe(200);
    expect(await acts()).toContain('nightsRead room/akane-1');
    await post('/api/documents/count', {
      query: {
        collection: 'room/akane-1/note',
        filters: [{ field: ['text'], op: '>', value: 'a' }],
      },
    });
    expect(await acts()).toContain('notesRead room/akane-1');
  });

  it('covers the newest nights and all alarms for resellers, but not for staff on duty', async () => {
    const newest = { roomIds: ['akane-1'], nights: { kind: 'newest', count: 2 }, figures: ['TST'] };
    const reseller = await fixture().signIn('agency@akane.example');
    await fixture().commit([anAccident('akane-1', 'disclosed')]);
    for (const [cookie, expected] of [
      [held.cookie, []],
      [reseller, ['accidentsRead room/akane-1', 'nightsRead room/akane-1']],
    ] as const) {
      expect((await post('/api/nights/figures', newest, cookie)).statusCode).toBe(200);
      const viewer = await fixture().openViewer(cookie);
      viewer.send({
        type: 'subscribe',
        id: 1,
        target: { kind: 'query', query: { collection: 'accident', group: true } },
      });
      await viewer.next('changes');
      viewer.socket.close();
      await expect
        .poll(async () => (await acts()).filter((act) => act.includes('Read')))
        .toEqual(expected);
    }
  });

  it('names each room that a reseller was shown, so that its organisation finds the entry', async () => {
    await post(
      '/api/documents/list',
      { query: { collection: 'sleep', group: true } },
      await fixture().signIn('agency@akane.example'),
    );
    expect(await acts()).toEqual(['nightsRead room/akane-1']);
  });

  it('lets an auditor filter by action and place', async () => {
    await fixture().addMember('maker@maker.example', 'akane', ACCESS_LEVELS.seniorDeveloper);
    const auditor = await fixture().signIn('maker@maker.example');
    await read('room/akane-1/note/n');
    await fixture().app.store.commit([change('room/akane-1', { building: 'east' })], {
      userId: 'own',
      address: '10.0.0.0/24',
    });
    const found = async (op: string): Promise<unknown[]> => {
      const filters = [
        { field: ['action'], op, value: DISCLOSURES },
        { field: ['path'], op: '>=', value: 'room/' },
        { field: ['path'], op: '<', value: 'room0' },
        { field: ['domainId'], op: '==', value: 'akane' },
      ];
      const reply = await post(
        '/api/documents/list',
        {
          query: {
            collection: 'updateHistory',
            filters,
            orderBy: [{ field: ['at'], direction: 'desc' }],
          },
        },
        auditor,
      );
      // The server checks the reply against its schema.
      return (reply.json() as { documents: { data: Record<string, unknown> }[] }).documents.map(
        ({ data }) => data['action'],
      );
    };
    expect(await found('in')).toEqual(['notesRead']);
    expect(await found('not-in')).toEqual(['update']);
  });

  it('covers live subscriptions and waveforms, but not the waveforms of staff on duty', async () => {
    const viewer = await fixture().openViewer(await fixture().signIn('agency@akane.example'));
    viewer.send({
      type: 'subscribe',
      id: 1,
      target: { kind: 'query', query: { collection: 'room/akane-1/sleep' } },
    });
    viewer.send({
      type: 'subscribe',
      id: 2,
      target: {
        kind: 'query',
        query: { collection: 'room', filters: [{ field: ['domainId'], op: '==', value: 'akane' }] },
      },
    });
    viewer.send({ type: 'watch', id: 3, serial: 'akane-A', historySeconds: 0 });
    viewer.send({ type: 'watch', id: 4, serial: 'mizuki-A', historySeconds: 0 });
    await viewer.next('failed', ({ id }) => id === 4);
    await expect.poll(acts).toEqual(['nightsRead room/akane-1', 'recordingsRead room/akane-1']);
    viewer.socket.close();
    // Staff of the organisation are on duty.
    const onDuty = await fixture().openViewer(held.cookie);
    onDuty.send({ type: 'watch', id: 1, serial: 'akane-A', historySeconds: 0 });
    await onDuty.next('watching');
    expect(await acts()).toHaveLength(2);
    onDuty.socket.close();
  });

  it('logs a failed write without names, and does not block the reader', async () => {
    const lines: string[] = [];
    const broken: Database = {
      ...fixture().temporary.database,
      transaction: async () => {
        throw new Error('no room on the disk');
      },
    };
    const record = createAccessLog({
      database: broken,
      store: fixture().app.store,
      now: () => at,
      log: pino(
        { level: 'error' },
        {
          write: (line: string) => {
            lines.push(line);
          },
        },
      ),
    });
    await record({ userId: 'reader-7', address: '10.0.0.0' }, [
      { action: 'nightsRead', path: 'room/akane-1' },
    ]);
    expect(lines.join('')).toContain('disclosure-not-recorded');
    expect(lines.join('')).not.toMatch(/akane|reader-7/);
    // The next call retries.
    await record({ userId: 'reader-7', address: '10.0.0.0' }, [
      { action: 'nightsRead', path: 'room/akane-1' },
    ]);
    expect(lines).toHaveLength(2);
  });

  it('records prefetched data once a day per room', async () => {
    const keep = (collection: string, group = false) =>
      post('/api/documents/list', { query: { collection, group }, ahead: true });
    for (let hour = 0; hour < 3; hour += 1) {
      await keep('room/akane-1/sleep');
      await keep('sleep', true);
      clock.nowMs += HOUR_MS;
    }
    expect(await acts()).toEqual(['nightsKept room/akane-1']);
    clock.nowMs += DAY_MS;
    held.cookie = await fixture().signIn('carer@akane.example');
    await keep('room/akane-1/sleep');
    expect(await acts()).toEqual(['nightsKept room/akane-1', 'nightsKept room/akane-1']);
  });
});
