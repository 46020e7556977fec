import { agencyApi, encodeFields, type AgencyDevicePage } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStage } from '../../../testing/device-frames.ts';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';
import { encodeFrame } from '@yamori/frames';

const NOW = new Date('2026-11-03T03:00:00Z');
const UNTIL = new Date('2127-01-01T00:00:00Z');
let fixture: LiveFixture;
let cookie: string;
beforeAll(async () => {
  fixture = await startLiveFixture({ now: () => NOW });
  const domain = (id: string, kind: string, ancestorIds: string[]) => ({
    kind: 'create' as const,
    path: `domain/${id}`,
    data: {
      code: id,
      name: `Name ${id}`,
      kind,
      parentDomainId: ancestorIds.at(-1) ?? null,
      rootDomainId: 'one',
      ancestorIds,
    },
  });
  const room = (id: string, domainId: string) => ({
    kind: 'create' as const,
    path: `room/${id}`,
    data: { domainId, rootDomainId: 'one', name: `Room ${id}`, deviceSerials: [] },
  });
  const device = (serial: string, domainId: string, roomId: string | null, more: object = {}) => ({
    kind: 'create' as const,
    path: `device/${serial}`,
    data: encodeFields(
      {
        serial,
        typeId: 'bed',
        domainId,
        rootDomainId: 'one',
        roomId,
        connection: 'network',
        ...more,
      },
      false,
    ),
  });
  await fixture.commit([
    domain('one', 'agency', []),
    domain('home', 'facility', ['one']),
    domain('ward', 'facility', ['one']),
    domain('wing', 'facility', ['one', 'home']),
    domain('deep', 'agency', ['one']),
    domain('theirs', 'facility', ['one', 'deep']),
    room('h', 'home'),
    room('w', 'ward'),
    room('t', 'theirs'),
    device('H-1', 'home', 'h'),
    device('H-2', 'home', null, { retiredAt: NOW }),
    device('W-1', 'ward', 'w', { name: 'ベッド（窓側）' }),
    device('T-1', 'theirs', 't'),
    device('OWN', 'one', null, { connection: 'file' }),
    device('F-1', 'home', null),
    device('F-2', 'one', null, { connection: 'file' }),
    device('L-1', 'elsewhere', null, { borrowedBy: 'ward', borrowedUntil: UNTIL }),
    {
      kind: 'create',
      path: 'deviceLoan/l',
      data: encodeFields(
        {
          serial: 'L-1',
          fromDomainId: 'elsewhere',
          toDomainId: 'ward',
          from: new Date('2026-01-01T00:00:00Z'),
          until: UNTIL,
          returnedAt: null,
        },
        false,
      ),
    },
  ]);
  await fixture.addMember('one@agency.example', 'one', 51);
  cookie = await fixture.signIn('one@agency.example');
});
afterAll(() => fixture.close());

const send = async (path: string): Promise<unknown> =>
  (
    await fixture.app.server.inject({ url: `/api/agencies/one/${path}`, headers: { cookie } })
  ).json();
const serials = async (path: string): Promise<string[]> =>
  agencyApi.devices.reply.parse(await send(path)).devices.map(({ serial }) => serial);

describe('agency routes', () => {
  it('lists the customers that the agency serves, their units too, but not those of an agency below', async () => {
    const { customers } = agencyApi.customers.reply.parse(await send('customers'));
    expect(customers.map(({ customerId, devices, rooms }) => [customerId, devices, rooms])).toEqual(
      [
        ['home', 1, 1],
        ['ward', 2, 1],
        ['wing', 0, 0],
      ],
    );
  });

  it('finds devices by text, state, customer and type', async () => {
    expect(await serials('devices')).toEqual(['H-1', 'L-1', 'OWN', 'W-1']);
    expect(await serials('devices?sort=serial&descending=true')).toEqual([
      'W-1',
      'OWN',
      'L-1',
      'H-1',
    ]);
    expect(await serials(`devices?text=${encodeURIComponent('窓側')}`)).toEqual(['W-1']);
    expect(await serials('devices?text=name%20WARD')).toEqual(['L-1', 'W-1']);
    expect(await serials('devices?text=%25')).toEqual([]);
    expect(await serials('devices?state=retired')).toEqual(['H-2']);
    expect(await serials('devices?customer=ward&type=bed')).toEqual(['L-1', 'W-1']);
    expect(await serials('devices?customer=theirs')).toEqual([]);
    const pages: AgencyDevicePage[] = [
      agencyApi.devices.reply.parse(await send('devices?limit=3')),
      agencyApi.devices.reply.parse(await send('devices?limit=3&offset=3')),
    ];
    expect(pages.map(({ devices, total }) => [devices.length, total])).toEqual([
      [3, 4],
      [1, 4],
    ]);
    expect(pages[0]?.types).toEqual([{ typeId: 'bed', name: 'Bed sensor' }]);
    expect(
      await fixture.app.server.inject({
        url: '/api/agencies/one/devices?sort=password',
        headers: { cookie },
      }),
    ).toMatchObject({ statusCode: 400 });
  });

  it('sorts devices by battery level, unknown levels last in both directions', async () => {
    const { database } = fixture.temporary;
    for (const [serial, percent] of [
      ['W-1', 20],
      ['H-1', 9],
    ] as const)
      await database.query({
        text: `update documents set data = jsonb_set(data, '{status}', jsonb_build_object('batteryPercent', $2::int)) where path = 'device/' || $1::text`,
        values: [serial, percent],
      });
    expect([
      await serials('devices?sort=battery'),
      await serials('devices?sort=battery&descending=true'),
    ]).toEqual([
      ['H-1', 'W-1', 'L-1', 'OWN'],
      ['W-1', 'H-1', 'L-1', 'OWN'],
    ]);
    await database.query({
      text: `update documents set data = data - 'status' where path in ('device/W-1', 'device/H-1')`,
    });
  });

  it('reports uptime, nights and accidents by month up to yesterday, in total and for each customer', async () => {
    await expect
      .poll(
        async () =>
          (
            await fixture.temporary.database.query({
              text: `select 1 from device_assignments where serial in ('H-1', 'W-1')`,
            })
          ).length,
      )
      .toBe(2);
    const { timeline } = fixture.app;
    for (const [serial, roomId] of [
      ['H-1', 'h'],
      ['W-1', 'w'],
    ] as const)
      await timeline.assignments.change({
        rootDomainId: 'one',
        serial,
        roomId,
        atUs: Date.parse('2026-10-30T00:00:00+09:00') * 1000,
      });
    await timeline.stage(
      [30, 31].map((day) =>
        toStage(
          'H-1',
          1,
          encodeFrame({
            streamId: 3,
            sequence: day,
            deviceTimeUs: Date.parse(`2026-10-${day}T08:00:00+09:00`) * 1000,
            channels: [Int16Array.of(1)],
          }),
        ),
      ),
    );
    const at = (text: string) => new Date(text);
    const night = (roomId: string, date: string, state: string) => ({
      kind: 'create' as const,
      path: `room/${roomId}/sleep/${date}`,
      data: encodeFields(
        { night: date, from: at(`${date}T03:00:00Z`), to: at(`${date}T23:00:00Z`), state },
        false,
      ),
    });
    const accident = (id: string, raisedAt: string, more: object = {}) => ({
      kind: 'create' as const,
      path: `room/h/accident/${id}`,
      data: encodeFields(
        {
          kind: 'fall',
          severity: 'high',
          raisedAt: at(raisedAt),
          source: 'sensor',
          state: 'raised',
          ...more,
        },
        false,
      ),
    });
    await fixture.commit([
      night('h', '2026-10-30', 'done'),
      night('h', '2026-10-31', 'done'),
      night('h', '2026-11-01', 'waiting'),
      night('w', '2026-11-01', 'done'),
      night('t', '2026-11-01', 'done'),
      accident('a', '2026-10-31T14:59:00Z'),
      accident('b', '2026-10-31T15:01:00Z'),
      accident('c', '2026-10-30T00:00:00Z', { kind: 'test' }),
      accident('d', '2026-10-30T00:00:00Z', { kind: 'deviceOffline', severity: 'technical' }),
    ]);
    const found = agencyApi.statistics.reply.parse(await send('statistics?months=2'));
    expect(found.months).toEqual([
      { month: '2026-10', placed: 4, sent: 2, nights: 2, accidents: 1 },
      { month: '2026-11', placed: 4, sent: 0, nights: 1, accidents: 1 },
    ]);
    const of = (id: string) =>
      found.customers
        .find(({ customerId }) => customerId === id)
        ?.months.map(({ placed, sent, nights, accidents }) => [placed, sent, nights, accidents]);
    expect([of('home'), of('ward'), of('wing'), of('theirs')]).toEqual([
      [
        [2, 2, 2, 1],
        [2, 0, 0, 1],
      ],
      [
        [2, 0, 0, 0],
        [2, 0, 1, 0],
      ],
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
      undefined,
    ]);
    expect(found.devices).toEqual([{ state: 'never', count: 3 }]);
    const customerStates = found.customers.map(({ states, devices }) => [states, devices] as const);
    expect(
      customerStates.flatMap(([states]) => states).reduce((sum, { count }) => sum + count, 0),
    ).toBe(3);
    for (const [states, devices] of customerStates)
      expect(states).toEqual(devices === 0 ? [] : [{ state: 'never', count: devices }]);
    // PostgreSQL does not know this time zone; the server falls back to Japan's, as elsewhere.
    await fixture.commit([
      {
        kind: 'update',
        path: 'domain/one',
        fields: [{ field: ['timeZone'], value: 'Nowhere/Land' }],
      },
    ]);
    expect(agencyApi.statistics.reply.parse(await send('statistics?months=2')).months).toEqual(
      found.months,
    );
  });
});
