import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeFrame } from '@yamori/frames';
import { ACCESS_LEVELS, deviceApi, deviceTopic } from '@yamori/domain';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { hashDeviceKey } from './device-key.ts';

let fixture: LiveFixture;
let manager = '';
let staff = '';
let foreign = '';
beforeAll(async () => {
  fixture = await startLiveFixture();
  [manager, staff, foreign] = [
    await fixture.signIn('carer@akane.example'),
    await fixture.signIn('staff@akane.example'),
    await fixture.signIn('carer@mizuki.example'),
  ];
});
afterAll(() => fixture.close());

let made = 0;
beforeEach(() => {
  made += 1;
});
const serial = (): string => `N-${made}`;

const send = (path: string, cookie: string, body?: object): Promise<Response> =>
  fetch(`${fixture.address}/api/${path}`, {
    method: 'POST',
    headers: {
      cookie,
      origin: fixture.address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const register = (cookie: string, more: object = {}): Promise<Response> =>
  send('devices', cookie, {
    serial: serial(),
    typeId: 'bed',
    name: '窓側',
    domainId: 'akane',
    roomId: null,
    connection: 'network',
    ...more,
  });
const write = (cookie: string, ...writes: object[]): Promise<Response> =>
  send('documents/commit', cookie, { writes });
const update = (path: string, field: string, value: unknown) => ({
  kind: 'update',
  path,
  fields: [{ field: [field], value }],
});
const readData = async (path: string) => (await fixture.app.store.read([path]))[0]?.data ?? null;
const getCode = async (reply: Response): Promise<string> => {
  const body: unknown = await reply.json();
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
};
const newRoom = async (): Promise<string> => {
  await fixture.commit([
    {
      kind: 'create',
      path: `room/n-${made}`,
      data: { domainId: 'akane', rootDomainId: 'akane', name: `n-${made}` },
    },
  ]);
  return `n-${made}`;
};

describe('file device', () => {
  it('cannot be created by clients through any endpoint, and gets no key', async () => {
    const data = {
      serial: 'F-MINE',
      typeId: 'bed',
      domainId: 'akane',
      rootDomainId: 'akane',
      roomId: null,
      connection: 'network',
    };
    const created = await write(manager, { kind: 'create', path: 'device/F-MINE', data });
    expect([created.status, await readData('device/F-MINE')]).toEqual([403, null]);
    await fixture.commit([
      {
        kind: 'create',
        path: 'device/F-IMPORTED',
        data: { ...data, serial: 'F-IMPORTED', connection: 'file' },
      },
    ]);
    const key = await send('devices/F-IMPORTED/key', manager);
    expect([key.status, await getCode(key)]).toEqual([403, 'device-forbidden']);
  });

  it('cannot be turned into another device by writes, nor another device into one', async () => {
    const data = { typeId: 'bed', domainId: 'akane', rootDomainId: 'akane', roomId: null };
    await fixture.commit(
      ['F-STAYS', 'SAID'].map((serial) => ({
        kind: 'create' as const,
        path: `device/${serial}`,
        data: { ...data, serial, connection: 'file' },
      })),
    );
    await fixture.addMember('maker@yamori.example', 'akane', ACCESS_LEVELS.seniorDeveloper);
    for (const cookie of [manager, await fixture.signIn('maker@yamori.example')]) {
      for (const asked of [
        {
          kind: 'create',
          path: 'device/NEW-1',
          data: { ...data, serial: 'NEW-1', connection: 'file' },
        },
        {
          kind: 'create',
          path: 'device/F-NEW',
          data: { ...data, serial: 'NEW-1', connection: 'network' },
        },
        update('device/akane-A', 'connection', 'file'),
        update('device/F-STAYS', 'connection', 'network'),
      ])
        expect([(await write(cookie, asked)).status, asked.path], JSON.stringify(asked)).toEqual([
          403,
          asked.path,
        ]);
      expect((await write(cookie, update('device/F-STAYS', 'name', '夜の記録'))).status).toBe(200);
    }
    expect([
      (await readData('device/akane-A'))?.['connection'],
      (await readData('device/F-STAYS'))?.['connection'],
      await readData('device/NEW-1'),
      await readData('device/F-NEW'),
    ]).toEqual(['network', 'file', null, null]);
    // The next write corrects a wrong value that was stored earlier.
    expect((await write(manager, update('device/SAID', 'connection', 'network'))).status).toBe(200);
  });
});

describe('type of a device', () => {
  it('the type must exist on every write, or be created in the same commit', async () => {
    const data = {
      serial: serial(),
      domainId: 'akane',
      rootDomainId: 'akane',
      roomId: null,
      connection: 'network',
    };
    const maker = await fixture.signIn('maker@yamori.example');
    const refused = {
      code: 'document-invalid',
      issues: [{ field: 'typeId', code: 'value-wrong' }],
    };
    for (const [cookie, asked] of [
      [
        manager,
        { kind: 'create', path: `device/${serial()}`, data: { ...data, typeId: 'nothing' } },
      ],
      [maker, { kind: 'create', path: `device/${serial()}`, data: { ...data, typeId: 'bed/x' } }],
      [maker, update('device/akane-A', 'typeId', 'nothing')],
    ] as const) {
      const reply = await write(cookie, asked);
      expect([reply.status, await reply.json()]).toEqual([400, expect.objectContaining(refused)]);
    }
    expect(await readData(`device/${serial()}`)).toBeNull();
    const type = {
      kind: 'create',
      path: 'deviceType/new-one',
      data: {
        code: 'new-one',
        name: 'New',
        streams: [
          {
            streamId: 1,
            kind: 'button',
            channels: 1,
            unit: '',
            sampleRateHz: 0,
            scale: 1,
            offset: 0,
          },
        ],
      },
    };
    expect(
      (
        await write(
          maker,
          { kind: 'create', path: `device/${serial()}`, data: { ...data, typeId: 'new-one' } },
          type,
        )
      ).status,
    ).toBe(200);
    // A device of an unknown type, accepted by an older server, can still be renamed and placed.
    await fixture.commit([
      { kind: 'create', path: 'device/OLD', data: { ...data, serial: 'OLD', typeId: 'gone' } },
    ]);
    expect((await write(manager, update('device/OLD', 'name', '古い'))).status).toBe(200);
  });
});

describe('register endpoint', () => {
  it('adds the device to its room and returns the key once', async () => {
    const roomId = await newRoom();
    const reply = await register(manager, { roomId });
    expect(reply.status).toBe(200);
    const { key } = (await reply.json()) as { key: string };
    expect(await readData(`device/${serial()}`)).toMatchObject({
      domainId: 'akane',
      rootDomainId: 'akane',
      roomId,
      name: '窓側',
      keyHash: hashDeviceKey(key),
    });
    expect(await readData(`room/${roomId}`)).toMatchObject({ deviceSerials: [serial()] });
  });

  it('returns no key for a device that does not use the network', async () => {
    expect(await (await register(manager, { connection: 'usbSerial' })).json()).toEqual({
      serial: serial(),
      key: null,
    });
    expect(await readData(`device/${serial()}`)).toMatchObject({ keyHash: null });
  });

  it.each([
    ['by general staff', () => staff, {}, 403, 'device-forbidden'],
    ['for another organisation', () => manager, { domainId: 'mizuki' }, 403, 'device-forbidden'],
    [
      'of a serial that its organisation has',
      () => manager,
      { serial: 'akane-A' },
      409,
      'device-serial-taken',
    ],
    [
      'of a serial that another organisation has, without revealing it',
      () => manager,
      { serial: 'mizuki-A' },
      403,
      'device-serial-refused',
    ],
    ['of an unknown type', () => manager, { typeId: 'nothing' }, 400, 'document-invalid'],
    [
      'into a room that the member cannot see',
      () => manager,
      { roomId: 'mizuki-1' },
      404,
      'document-not-found',
    ],
    [
      'with the serial of a file, whose days are not billed',
      () => manager,
      { serial: 'F-MYBED' },
      400,
      'document-invalid',
    ],
    ['as a file device', () => manager, { connection: 'file' }, 400, 'request-invalid'],
    ['with an invalid serial', () => manager, { serial: 'a b' }, 400, 'request-invalid'],
  ])('rejects a registration %s', async (_what, cookie, more, status, code) => {
    const reply = await register(cookie(), more);
    expect([reply.status, await getCode(reply)]).toEqual([status, code]);
    expect(await readData(`device/${serial()}`)).toBeNull();
  });

  it("enforces the contract's device limit, which does not count retired devices", async () => {
    await fixture.commit([
      {
        kind: 'update',
        path: 'domain/mizuki',
        fields: [{ field: ['limits'], value: { rooms: 1, devices: 1, members: 9 } }],
      },
    ]);
    expect(await getCode(await register(foreign, { domainId: 'mizuki' }))).toBe(
      'device-limit-reached',
    );
    expect((await send('devices/mizuki-A/retirement', foreign, { retired: true })).status).toBe(
      204,
    );
    expect((await register(foreign, { domainId: 'mizuki' })).status).toBe(200);
    // Back in use, it would exceed the limit.
    expect(
      await getCode(await send('devices/mizuki-A/retirement', foreign, { retired: false })),
    ).toBe('device-limit-reached');
  });
});

describe('room of a device', () => {
  it('changes in both rooms and in the history of stays when general staff move the device', async () => {
    const roomId = await newRoom();
    await register(manager, { roomId: 'akane-1' });
    const staysNow = async () =>
      deviceApi.staysOfDevice.reply.parse(
        await (
          await fetch(`${fixture.address}/api/devices/${serial()}/stays`, {
            headers: { cookie: staff },
          })
        ).json(),
      ).stays;
    // Wait for the timeline to record the stay; two moves at one instant would merge.
    await expect
      .poll(async () => (await staysNow()).map((stay) => stay.roomId))
      .toEqual(['akane-1']);
    expect((await send(`devices/${serial()}/room`, staff, { roomId })).status).toBe(204);
    expect(await readData('room/akane-1')).not.toMatchObject({
      deviceSerials: expect.arrayContaining([serial()]) as unknown,
    });
    expect(await readData(`room/${roomId}`)).toMatchObject({ deviceSerials: [serial()] });
    await vi.waitFor(
      async () => {
        expect(
          (await staysNow()).map((stay) => [
            stay.roomId,
            stay.roomName,
            stay.deviceName,
            stay.to === null,
          ]),
        ).toEqual([
          [roomId, roomId, '窓側', true],
          ['akane-1', '201', '窓側', false],
        ]);
      },
      { timeout: 120_000, interval: 50 },
    );
    const room = deviceApi.staysOfDevice.reply.parse(
      await (
        await fetch(`${fixture.address}/api/rooms/${roomId}/stays`, {
          headers: { cookie: manager },
        })
      ).json(),
    );
    expect(room.stays.map((stay) => stay.serial)).toEqual([serial()]);
  });

  it('cannot be changed or read by another organisation', async () => {
    expect((await send('devices/akane-A/room', foreign, { roomId: 'mizuki-1' })).status).toBe(404);
    expect((await send('devices/akane-A/room', manager, { roomId: 'mizuki-1' })).status).toBe(404);
    expect(
      (
        await fetch(`${fixture.address}/api/devices/akane-A/stays`, {
          headers: { cookie: foreign },
        })
      ).status,
    ).toBe(404);
    expect(await readData('device/akane-A')).toMatchObject({ roomId: 'akane-1' });
  });
});

describe('unused room', () => {
  const archive = { $date: '2026-11-21T00:00:00.000Z' };

  it('an unused room can be archived, and takes no devices while archived', async () => {
    const roomId = await newRoom();
    await register(manager, { roomId });
    expect(
      await getCode(await write(manager, update(`room/${roomId}`, 'archivedAt', archive))),
    ).toBe('room-devices-in-use');
    await send(`devices/${serial()}/room`, manager, { roomId: null });
    expect((await write(staff, update(`room/${roomId}`, 'archivedAt', archive))).status).toBe(403);
    expect((await write(manager, update(`room/${roomId}`, 'archivedAt', archive))).status).toBe(
      200,
    );
    expect(await getCode(await send(`devices/${serial()}/room`, manager, { roomId }))).toBe(
      'room-archived',
    );
    expect((await write(manager, update(`room/${roomId}`, 'archivedAt', null))).status).toBe(200);
    expect((await send(`devices/${serial()}/room`, manager, { roomId })).status).toBe(204);
  });

  it('cannot be deleted if it has recordings of a device', async () => {
    const roomId = await newRoom();
    const { key } = (await (await register(manager, { roomId })).json()) as { key: string };
    const { connectAsync } = await import('mqtt');
    const device = await vi.waitFor(
      () =>
        connectAsync(fixture.mqttAddress, {
          username: serial(),
          password: key,
          clientId: serial(),
          reconnectPeriod: 0,
        }),
      { timeout: 120_000, interval: 50 },
    );
    await device.publishAsync(
      deviceTopic(serial(), 'frames'),
      Buffer.from(
        encodeFrame({
          streamId: 1,
          sequence: 0,
          deviceTimeUs: Date.now() * 1000,
          channels: [new Int16Array(50)],
        }),
      ),
      { qos: 1 },
    );
    await device.endAsync();
    expect(await getCode(await send(`devices/${serial()}/removal`, manager))).toBe(
      'device-recorded-in-use',
    );
    await send(`devices/${serial()}/room`, manager, { roomId: null });
    expect(await getCode(await write(manager, { kind: 'delete', path: `room/${roomId}` }))).toBe(
      'room-recorded-in-use',
    );
    expect((await send(`devices/${serial()}/retirement`, staff, { retired: true })).status).toBe(
      403,
    );
    expect((await send(`devices/${serial()}/retirement`, manager, { retired: true })).status).toBe(
      204,
    );
    expect(await readData(`device/${serial()}`)).toMatchObject({
      roomId: null,
      keyHash: null,
      retiredAt: expect.any(Date) as unknown,
    });
    expect((await send(`devices/${serial()}/key`, manager)).status).toBe(403);
  });

  it('a room without records can be deleted, as can a device', async () => {
    const roomId = await newRoom();
    await register(manager, { roomId });
    expect(await getCode(await write(manager, { kind: 'delete', path: `room/${roomId}` }))).toBe(
      'room-devices-in-use',
    );
    expect((await send(`devices/${serial()}/removal`, manager)).status).toBe(204);
    expect(await readData(`room/${roomId}`)).toMatchObject({ deviceSerials: [] });
    expect((await write(manager, { kind: 'delete', path: `room/${roomId}` })).status).toBe(200);
  });
});
