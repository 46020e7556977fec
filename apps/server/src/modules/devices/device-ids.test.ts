import { encodeFields, type Write } from '@yamori/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

let fixture: LiveFixture;
let manager = '';
beforeAll(async () => {
  fixture = await startLiveFixture();
  manager = await fixture.signIn('carer@mizuki.example');
});
afterAll(() => fixture.close());

const device = (id: string, serial: string): Write => ({
  kind: 'create',
  path: `device/${id}`,
  data: encodeFields(
    {
      serial,
      typeId: 'bed',
      domainId: 'mizuki',
      rootDomainId: 'mizuki',
      roomId: 'mizuki-1',
      connection: 'network',
    },
    false,
  ),
});
const create = (id: string, serial: string): Promise<Response> =>
  fetch(`${fixture.address}/api/documents/commit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: fixture.address, cookie: manager },
    body: JSON.stringify({ writes: [device(id, serial)] }),
  });

// On the bus, `>` subscribes to the frames of all devices of all organisations.
it.each(['>', '*', 'M 1', 'M.1', 'M-2'])(
  'a device whose id %s is not its serial is rejected',
  async (id) => {
    const reply = await create(id, 'M-1');
    expect([reply.status, await reply.json()]).toEqual([
      403,
      { code: 'document-forbidden', place: `device/${id}` },
    ]);
  },
);

it('a device whose id is its serial is stored', async () => {
  expect((await create('M-1', 'M-1')).status).toBe(200);
});

it('the live engine ignores a stored device whose id is not its serial', async () => {
  await fixture.commit([device('>', 'M-3'), device('M-4', 'M-4')]);
  const admit = () =>
    fixture.app.telemetry.ingest.admit('M-4', 'any key', { transport: 'mqtt', address: '' });
  await expect
    .poll(admit, { timeout: 120_000, interval: 20 })
    .toEqual({ kind: 'refused', reason: 'noKey' });
  const viewer = await fixture.openViewer(manager);
  viewer.send({ type: 'watch', id: 1, serial: '>', historySeconds: 0 });
  expect(await viewer.next('failed')).toMatchObject({
    id: 1,
    problem: { code: 'device-not-found' },
  });
  viewer.socket.close();
});
