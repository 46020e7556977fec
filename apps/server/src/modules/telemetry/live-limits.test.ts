import { ACCESS_LEVELS, query, type SubscriptionTarget } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  RIGHTS_CHANGED_CODE,
  SESSION_ENDED_CODE,
  TOO_MANY_SOCKETS_CODE,
} from '../../core/http/live-socket.ts';
import { startLiveFixture, type LiveFixture, type TestViewer } from '../../testing/live-fixture.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';

let fixture: LiveFixture;
let members: TreeMembers;
beforeAll(async () => {
  fixture = await startLiveFixture({
    limits: {
      socketsPerMember: 4,
      socketsPerServer: 8,
      viewer: { subscriptions: 50, watches: 128 },
    },
  });
  members = await plantTree(fixture);
});
afterAll(() => fixture.close());

type Level = Parameters<TreeMembers['cookies']['get']>[0];
const getCookie = (level: Level): string => members.cookies.get(level) ?? '';
const openFor = (level: Level): Promise<TestViewer> => fixture.openViewer(getCookie(level));
const createTarget = (collection: string, more: object = {}): SubscriptionTarget => ({
  kind: 'query',
  query: query.parse({ collection, ...more }),
});
const current = (viewer: TestViewer, id: number) =>
  viewer.next('changes', (message) => message.id === id && message.current);
const set = (path: string, fields: Record<string, string | number | string[] | null>) =>
  fixture.commit([
    {
      kind: 'update',
      path,
      fields: Object.entries(fields).map(([name, value]) => ({ field: [name], value })),
    },
  ]);
const close = async (...viewers: TestViewer[]): Promise<void> => {
  for (const viewer of viewers) viewer.socket.close();
  await Promise.all(viewers.map(({ closed }) => closed));
};
describe('queries on hidden fields', () => {
  it.each<[string, Level, SubscriptionTarget]>([
    [
      'a filter on the occupant of a room',
      'agency',
      createTarget('room', { filters: [{ field: ['occupant', 'alias'], op: '==', value: 'A' }] }),
    ],
    [
      'an order by the occupant of a room',
      'agencyAdmin',
      createTarget('room', { orderBy: [{ field: ['occupant'], direction: 'asc' }], limit: 10 }),
    ],
    [
      'a filter on the key of a device',
      'ownerAdministrator',
      createTarget('device', { filters: [{ field: ['keyHash'], op: '>=', value: '0' }] }),
    ],
    [
      'an order by the key of a device',
      'seniorDeveloper',
      createTarget('device', { orderBy: [{ field: ['keyHash'], direction: 'desc' }] }),
    ],
    [
      'a filter on the people with whom a room is shared',
      'individualUser',
      createTarget('room', {
        filters: [{ field: ['sharedWith'], op: 'array-contains', value: 'u' }],
      }),
    ],
    [
      'a filter on the contract of their own organisation',
      'generalStaff',
      createTarget('domain', { filters: [{ field: ['limits', 'rooms'], op: '>', value: 1 }] }),
    ],
  ])(
    'the server rejects %s from %s, live and over HTTP, without a result',
    async (_name, level, target) => {
      const viewer = await openFor(level);
      viewer.send({ type: 'subscribe', id: 1, target });
      expect((await viewer.next('failed')).problem.code).toBe('field-refused');
      expect(viewer.messages.filter(({ type }) => type === 'changes')).toEqual([]);
      await close(viewer);
      if (target.kind !== 'query') return;
      for (const verb of ['list', 'count']) {
        const reply = await fixture.app.server.inject({
          method: 'POST',
          url: `/api/documents/${verb}`,
          payload: { query: target.query },
          headers: { cookie: getCookie(level) },
        });
        expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
          403,
          'field-refused',
        ]);
      }
    },
  );

  it('the server omits hidden fields from results', async () => {
    await fixture.commit([
      {
        kind: 'update',
        path: 'room/r-own',
        fields: [
          {
            field: ['occupant'],
            value: { alias: 'Hidden name', sex: 'female', birthYear: 1940, note: '' },
          },
        ],
      },
    ]);
    const viewer = await openFor('agency');
    viewer.send({
      type: 'subscribe',
      id: 1,
      target: createTarget('room', { select: [['occupant'], ['name']] }),
    });
    const { changes } = await current(viewer, 1);
    expect(changes.length).toBe(2);
    expect(JSON.stringify(viewer.messages)).not.toMatch(/Hidden name|occupant/);
    await close(viewer);
  });
});

describe('open subscriptions when rights end', () => {
  it('the socket of a member closes when their level falls, and delivers nothing afterwards', async () => {
    const viewer = await openFor('administrator');
    viewer.send({ type: 'subscribe', id: 1, target: createTarget('staff') });
    await current(viewer, 1);
    const userId = members.userIds.get('administrator') ?? '';
    await set(`staff/${userId}`, { accessLevel: 1 });
    expect(await viewer.closed).toBe(SESSION_ENDED_CODE);
    expect(
      await fixture.app.server.inject({
        url: '/api/session/list',
        headers: { cookie: getCookie('administrator') },
      }),
    ).toMatchObject({ statusCode: 401 });
    // The session itself has ended: the same cookies open nothing again.
    await expect(openFor('administrator')).rejects.toThrow('401');
  });

  it('HTTP requests lose revoked rights immediately', async () => {
    const count = async () =>
      (
        await fixture.app.server.inject({
          method: 'POST',
          url: '/api/documents/count',
          payload: { query: { collection: 'room' } },
          headers: { cookie: getCookie('agencyAdmin') },
        })
      ).statusCode;
    expect(await count()).toBe(200);
    // An organisation keeps its last top-level member, so add another first.
    await fixture.addMember(
      'second-agency-admin@tree.example',
      'own',
      ACCESS_LEVELS.agencyAdmin,
      'above',
    );
    await set(`staff/${members.userIds.get('agencyAdmin') ?? ''}`, { accessLevel: 50 });
    await expect.poll(count, { interval: 20 }).toBe(401);
  });

  it('the socket of a suspended member closes', async () => {
    const viewer = await openFor('privilegeAdministrator');
    await set(`staff/${members.userIds.get('privilegeAdministrator') ?? ''}`, {
      state: 'suspended',
    });
    expect(await viewer.closed).toBe(SESSION_ENDED_CODE);
  });

  it('the socket of a member closes when their document is deleted', async () => {
    const viewer = await openFor('developer');
    await fixture.commit([
      { kind: 'delete', path: `staff/${members.userIds.get('developer') ?? ''}` },
    ]);
    expect(await viewer.closed).toBe(SESSION_ENDED_CODE);
  });

  it('a member who moves to another organisation reconnects and sees that one', async () => {
    const viewer = await openFor('generalStaff');
    await set(`staff/${members.userIds.get('generalStaff') ?? ''}`, {
      domainId: 'foreign',
      rootDomainId: 'foreign',
    });
    expect(await viewer.closed).toBe(RIGHTS_CHANGED_CODE);
    const again = await openFor('generalStaff');
    again.send({ type: 'subscribe', id: 1, target: createTarget('room') });
    expect(
      (await current(again, 1)).changes.map((change) =>
        change.kind === 'removed' ? '' : change.document.path,
      ),
    ).toEqual(['room/r-foreign']);
    await close(again);
  });

  it('members above a moved organisation lose access to everything in it', async () => {
    const viewer = await openFor('ownerAdministrator');
    viewer.send({ type: 'subscribe', id: 1, target: createTarget('room') });
    expect((await current(viewer, 1)).changes).toHaveLength(2);
    await set('domain/below', {
      parentDomainId: 'foreign',
      rootDomainId: 'foreign',
      ancestorIds: ['foreign'],
    });
    expect(await viewer.closed).toBe(RIGHTS_CHANGED_CODE);
    const again = await openFor('ownerAdministrator');
    again.send({ type: 'subscribe', id: 1, target: createTarget('room') });
    expect(
      (await current(again, 1)).changes.map((change) =>
        change.kind === 'removed' ? '' : change.document.path,
      ),
    ).toEqual(['room/r-own']);
    await close(again);
  });

  it('viewers immediately lose a room that moves, its subcollections and its devices', async () => {
    const viewer = await openFor('agency');
    ['room', 'accident', 'sleep'].forEach((collection, index) =>
      viewer.send({
        type: 'subscribe',
        id: index + 1,
        target: createTarget(collection, { group: true }),
      }),
    );
    for (const id of [1, 2, 3]) await current(viewer, id);
    await set('room/r-own', { domainId: 'foreign', rootDomainId: 'foreign' });
    const gone = (path: string) =>
      viewer.next('changes', ({ changes }) =>
        changes.some((change) => change.kind === 'removed' && change.path === path),
      );
    await Promise.all(
      ['room/r-own', 'room/r-own/accident/a', 'room/r-own/sleep/2026-01-01'].map(gone),
    );
    const messageCount = viewer.messages.length;
    await set('room/r-own', { floor: '7' });
    await set('room/r-own', { domainId: 'own', rootDomainId: 'above' });
    const back = await viewer.next('changes', ({ changes }) =>
      changes.some(
        (change) =>
          change.kind === 'added' &&
          change.document.path === 'room/r-own' &&
          change.document.data['floor'] === '7',
      ),
    );
    expect(
      viewer.messages
        .slice(messageCount)
        .filter((message) => message.type === 'changes' && message.id === 1)[0],
    ).toBe(back);
    await close(viewer);
  });
});

describe('limits of the live socket', () => {
  it('the socket rejects the subscription beyond the limit of either kind, and accepts one after another ends', async () => {
    const viewer = await openFor('seniorDeveloper');
    for (let id = 1; id <= 50; id += 1)
      viewer.send({ type: 'subscribe', id, target: { kind: 'document', path: `room/none-${id}` } });
    await current(viewer, 50);
    viewer.send({ type: 'subscribe', id: 51, target: createTarget('room') });
    viewer.send({ type: 'watch', id: 52, serial: 'S-own', historySeconds: 0 });
    for (const id of [51, 52])
      expect((await viewer.next('failed', (message) => message.id === id)).problem).toEqual({
        code: 'limit-subscriptions',
        details: { limit: 50 },
      });
    viewer.send({ type: 'unsubscribe', id: 7 });
    viewer.send({ type: 'subscribe', id: 53, target: createTarget('room') });
    await current(viewer, 53);
    await close(viewer);
  });

  it('the socket rejects each of ten thousand subscriptions beyond the limit and stays open', async () => {
    const viewer = await openFor('seniorDeveloper');
    for (let id = 1; id <= 10_000; id += 1)
      viewer.send({ type: 'subscribe', id, target: { kind: 'document', path: 'room/r-own' } });
    await viewer.next('failed', ({ id }) => id === 10_000);
    expect(viewer.messages.filter(({ type }) => type === 'failed')).toHaveLength(9_950);
    viewer.send({ type: 'unsubscribe', id: 1 });
    viewer.send({ type: 'subscribe', id: 1, target: createTarget('room') });
    await viewer.next('changes', ({ id, reset }) => id === 1 && reset);
    await close(viewer);
  });

  it('the server closes only the socket that sends more than a megabyte in one message', async () => {
    const [loud, quiet] = [await openFor('seniorDeveloper'), await openFor('seniorDeveloper')];
    loud.socket.send(`{"type":"subscribe","id":1,"pad":"${'x'.repeat(1024 * 1024)}"}`);
    expect(await loud.closed).toBe(1009);
    quiet.send({ type: 'subscribe', id: 1, target: createTarget('room') });
    await current(quiet, 1);
    await close(quiet);
  });

  it('the server closes the fifth socket of a member and its own ninth with distinct codes', async () => {
    const own = await Promise.all(Array.from({ length: 4 }, () => openFor('seniorDeveloper')));
    const readCloseCode = (level: Level) => openRefused(getCookie(level));
    expect(await readCloseCode('seniorDeveloper')).toBe(TOO_MANY_SOCKETS_CODE);
    const others = await Promise.all(Array.from({ length: 4 }, () => openFor('agency')));
    expect(await readCloseCode('ownerAdministrator')).toBe(TOO_MANY_SOCKETS_CODE);
    await close(...own.splice(0, 1));
    const late = await openFor('ownerAdministrator');
    await close(late, ...own, ...others);
  });
});

function openRefused(cookie: string): Promise<number> {
  const socket = new WebSocket(`${fixture.address.replace('http', 'ws')}/live`, {
    headers: { cookie },
    origin: fixture.address,
  });
  return new Promise((resolve) => {
    socket.once('close', resolve);
  });
}
