import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { hashDeviceKey, newDeviceKey } from './device-key.ts';

let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture();
});
afterAll(() => fixture.close());

const renewKey = (serial: string, cookie: string): Promise<Response> =>
  fetch(`${fixture.address}/api/devices/${serial}/key`, {
    method: 'POST',
    headers: { cookie, origin: fixture.address },
  });
const keyIn = async (reply: Response): Promise<string> => {
  const body: unknown = await reply.json();
  return typeof body === 'object' && body !== null && 'key' in body && typeof body.key === 'string'
    ? body.key
    : '';
};
const connect = (serial: string, key: string) =>
  connectAsync(fixture.mqttAddress, {
    username: serial,
    password: key,
    clientId: serial,
    reconnectPeriod: 0,
    keepalive: 15,
  });

describe('key of a device', () => {
  it('reaches a member who may arrange the device once, and the server stores only its hash', async () => {
    const reply = await renewKey('akane-A', await fixture.signIn('carer@akane.example'));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const key = await keyIn(reply);
    expect(key).toMatch(/^[\w-]{32}$/);
    const [device] = await fixture.app.store.read(['device/akane-A']);
    expect(device?.data['keyHash']).toBe(hashDeviceKey(key));
    expect(JSON.stringify(device?.data)).not.toContain(key);
  });

  it('authenticates the device, and disconnects and rejects the previous key', async () => {
    const cookie = await fixture.signIn('carer@akane.example');
    const first = await keyIn(await renewKey('akane-A', cookie));
    // The ingest module learns of the new key shortly after the reply; a rejected device retries.
    const connected = await vi.waitFor(() => connect('akane-A', first), {
      timeout: 120_000,
      interval: 20,
    });
    const cut = new Promise<void>((resolve) => {
      connected.once('close', () => resolve());
    });
    const second = await keyIn(await renewKey('akane-A', cookie));
    expect(second).not.toBe(first);
    await cut;
    await expect(connect('akane-A', first)).rejects.toThrow();
    const again = await connect('akane-A', second);
    expect(again.connected).toBe(true);
    await again.endAsync();
  });

  it.each([
    ['nobody signed in', null, 'akane-A', 401],
    ['another organisation', 'carer@mizuki.example', 'akane-A', 404],
    ['a device that does not exist', 'carer@akane.example', 'nothing-here', 404],
    ['general staff, who see the device', 'staff@akane.example', 'akane-A', 403],
  ])('the server refuses a new key to %s', async (_who, email, serial, status) => {
    const before = (await fixture.app.store.read(['device/akane-A']))[0]?.data['keyHash'];
    expect((await renewKey(serial, email === null ? '' : await fixture.signIn(email))).status).toBe(
      status,
    );
    expect((await fixture.app.store.read(['device/akane-A']))[0]?.data['keyHash']).toBe(before);
  });

  it('cannot be written through the document calls', async () => {
    const cookie = await fixture.signIn('carer@akane.example');
    const reply = await fetch(`${fixture.address}/api/documents/commit`, {
      method: 'POST',
      headers: { cookie, origin: fixture.address, 'content-type': 'application/json' },
      body: JSON.stringify({
        writes: [
          {
            kind: 'update',
            path: 'device/akane-A',
            fields: [{ field: ['keyHash'], value: 'f'.repeat(64) }],
          },
        ],
      }),
    });
    expect(reply.status).toBe(403);
  });

  it('a key has 192 bits from the injected random source', () => {
    expect(newDeviceKey((length) => Buffer.alloc(length, 0xff))).toBe('_'.repeat(32));
  });
});
