import { commitCall, query, type Write } from '@yamori/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { registerDevices, type NewDevice } from './device-registration.ts';
import { signIn } from './server-calls.ts';

type Stored = { readonly path: string; readonly data: Readonly<Record<string, unknown>> };
const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A small server that validates the contract's calls by its schemas and stores their data. */
async function aServer(documents: readonly Stored[] = []): Promise<{
  url: string;
  writes: Write[];
  commits: number[];
  cookies: unknown[];
  keyed: string[];
}> {
  const server = Fastify();
  servers.push(server);
  const recorded = {
    url: '',
    writes: new Array<Write>(),
    commits: new Array<number>(),
    cookies: new Array<unknown>(),
    keyed: new Array<string>(),
  };
  server.addHook('preHandler', (request, _reply, done) => {
    recorded.cookies.push(request.headers.cookie);
    done();
  });
  server.post<{ Body: { email: string; password: string } }>(
    '/api/session/sign-in',
    (request, reply) => {
      if (request.body.password !== 'right')
        return reply.code(401).send({ code: 'session-refused' });
      return reply
        .header('set-cookie', ['session=s1; Path=/; HttpOnly', 'csrf=c1; Path=/'])
        .send({});
    },
  );
  server.post<{ Body: { query: unknown } }>('/api/documents/list', (request) => {
    const { collection, filters } = query.parse(request.body.query);
    const fits = ({ path, data }: Stored): boolean =>
      path.startsWith(`${collection}/`) &&
      filters.every((filter) => data[filter.field[0] ?? ''] === filter.value);
    return { documents: documents.filter(fits).slice(0, 1) };
  });
  server.post('/api/documents/commit', (request) => {
    const { writes } = commitCall.parse(request.body);
    recorded.commits.push(writes.length);
    recorded.writes.push(...writes);
    return { documents: [] };
  });
  server.post<{ Params: { serial: string } }>('/api/devices/:serial/key', (request) => {
    recorded.keyed.push(request.params.serial);
    return { key: `key of ${request.params.serial}` };
  });
  recorded.url = await server.listen({ host: '127.0.0.1', port: 0 });
  return recorded;
}

const aDevice = (serial: string, roomName = '201'): NewDevice => ({
  serial,
  typeCode: 'bed',
  typeName: 'Bed',
  roomName,
  streams: [
    {
      streamId: 1,
      kind: 'ecg',
      channels: 1,
      unit: 'mV',
      sampleRateHz: 250,
      scale: 0.001,
      offset: 0,
    },
  ],
});
const facility: Stored = { path: 'domain/d1', data: { kind: 'facility', rootDomainId: 'top' } };
const room: Stored = {
  path: 'room/r1',
  data: { domainId: 'd2', rootDomainId: 'top2', name: '201', deviceSerials: ['OLD-1'] },
};
const register = async (
  url: string,
  devices: readonly NewDevice[],
): Promise<ReadonlyMap<string, string>> =>
  registerDevices(await signIn(url, 'a@b', 'right'), devices);
const written = (writes: readonly Write[], collection: string): Write[] =>
  writes.filter((write) => write.path.startsWith(`${collection}/`));

describe('registerDevices', () => {
  it('returns a key for each serial', async () => {
    const server = await aServer([facility]);
    expect(await register(server.url, [aDevice('A-1'), aDevice('A-2')])).toEqual(
      new Map([
        ['A-1', 'key of A-1'],
        ['A-2', 'key of A-2'],
      ]),
    );
    expect(server.keyed).toEqual(['A-1', 'A-2']);
  });

  it('carries the session from sign-in to the last call', async () => {
    const server = await aServer([facility]);
    await register(server.url, [aDevice('A-1')]);
    expect(server.cookies[0]).toBeUndefined();
    expect(new Set(server.cookies.slice(1))).toEqual(new Set(['session=s1; csrf=c1']));
  });

  it('places devices in the domain of the first room, otherwise in the first facility', async () => {
    const withRoom = await aServer([facility, room]);
    await register(withRoom.url, [aDevice('A-1')]);
    expect(written(withRoom.writes, 'device')).toMatchObject([
      { data: { domainId: 'd2', rootDomainId: 'top2', roomId: 'r1' } },
    ]);
    const without = await aServer([facility]);
    await register(without.url, [aDevice('A-1')]);
    expect(written(without.writes, 'device')).toMatchObject([
      { data: { domainId: 'd1', rootDomainId: 'top' } },
    ]);
  });

  it('adds devices to an existing room and keeps its other devices', async () => {
    const server = await aServer([room]);
    await register(server.url, [aDevice('A-1'), aDevice('OLD-1')]);
    expect(written(server.writes, 'room')).toEqual([
      {
        kind: 'update',
        path: 'room/r1',
        fields: [{ field: ['deviceSerials'], value: ['OLD-1', 'A-1'] }],
      },
    ]);
  });

  it('creates a missing room once, with the same id every time', async () => {
    const first = await aServer([facility]);
    const second = await aServer([facility]);
    for (const server of [first, second])
      await register(server.url, [
        aDevice('A-1', '部屋 7'),
        aDevice('A-2', '部屋 7'),
        aDevice('A-3', '8'),
      ]);
    expect(written(first.writes, 'room')).toEqual(written(second.writes, 'room'));
    expect(written(first.writes, 'room')).toMatchObject([
      { data: { name: '部屋 7', deviceSerials: ['A-1', 'A-2'] } },
      { data: { name: '8' } },
    ]);
  });

  it('writes a type once, before the devices of that type', async () => {
    const server = await aServer([facility]);
    await register(server.url, [aDevice('A-1'), aDevice('A-2')]);
    expect(server.writes.map((write) => write.path.split('/')[0])).toEqual([
      'deviceType',
      'room',
      'device',
      'device',
    ]);
    expect(server.writes[0]).toMatchObject({
      path: 'deviceType/bed',
      data: { code: 'bed', name: 'Bed' },
    });
  });

  it("never exceeds the server's maximum number of writes per call", async () => {
    const server = await aServer([facility]);
    await register(
      server.url,
      Array.from({ length: 450 }, (_, index) => aDevice(`A-${index}`, `${index}`)),
    );
    expect(server.commits).toEqual([400, 400, 101]);
    expect(server.keyed).toHaveLength(450);
  });

  it('throws if the server has no organisation', async () => {
    const server = await aServer();
    await expect(register(server.url, [aDevice('A-1')])).rejects.toThrow(
      'the server has no organisation',
    );
    expect(server.writes).toEqual([]);
  });
});

describe('signIn', () => {
  it('names the call, the status and the answer when a call is rejected', async () => {
    const { url } = await aServer();
    await expect(signIn(url, 'a@b', 'wrong')).rejects.toThrow(
      '/api/session/sign-in was rejected (401): {"code":"session-refused"}',
    );
    const calls = await signIn(url, 'a@b', 'right');
    await expect(calls.post('/api/nothing', {})).rejects.toThrow('/api/nothing was rejected (404)');
    await expect(calls.post('/api/documents/list', { query: {} })).rejects.toThrow('(500)');
  });

  it('throws if the server is not running', async () => {
    const { url } = await aServer();
    await servers.pop()?.close();
    await expect(signIn(url, 'a@b', 'right')).rejects.toThrow();
  });
});
