import { ACCESS_LEVELS, encodeFields, monthDays, type Write } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { toStage } from '../../../testing/device-frames.ts';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';

export const MONTH = '2026-10';
const ZONE = 'Asia/Tokyo';
const DAYS = monthDays(MONTH, ZONE);

/** Fixture: two resellers of one maker, with customers, rooms, devices and a settable clock. */
export type BillFixture = LiveFixture & {
  readonly setNow: (at: string) => void;
  readonly ask: (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    who?: Member,
  ) => Promise<{
    readonly status: number;
    readonly body: Record<string, unknown>;
    readonly bytes: Buffer;
  }>;
  /** Commits through the API, as a form does. */
  readonly write: (
    writes: readonly Write[],
    who?: Member,
  ) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  /** Adds a device to a room, from before the month. */
  readonly place: (serial: string, roomId: string, typeId?: string) => Promise<void>;
  /** Moves a device to a room at an hour of a day of the month, local time. */
  readonly moveDevice: (
    serial: string,
    roomId: string,
    day: number,
    hour?: number,
  ) => Promise<void>;
  /** Sends one frame at a local time on each of the given days of the month. */
  readonly send: (serial: string, days: readonly number[], time?: string) => Promise<void>;
};
export type Member = 'one' | 'two' | 'clerk' | 'maker';

export const aDomain = (
  id: string,
  kind: string,
  ancestorIds: readonly string[],
  more: object = {},
): Write => ({
  kind: 'create',
  path: `domain/${id}`,
  data: encodeFields(
    {
      code: id,
      name: `Name of ${id}`,
      kind,
      parentDomainId: ancestorIds.at(-1) ?? null,
      rootDomainId: 'top',
      ancestorIds,
      ...more,
    },
    false,
  ),
});
export const TERMS = {
  issuerName: '株式会社見守り販売',
  registrationNumber: 'T9234567890123',
  address: '東京都千代田区1-1',
  contact: '03-0000-0000',
  bank: 'やもり銀行 本店 普通 1234567',
  dueDays: 30,
  unitPrice: 101,
  taxPercent: 10,
  prices: [{ typeId: 'tea', unitPrice: 33, taxPercent: 8 }],
};

export async function startBillFixture(at = '2026-11-05T01:00:00Z'): Promise<BillFixture> {
  const clock = { at: new Date(at) };
  const fixture = await startLiveFixture({ now: () => clock.at });
  await fixture.commit([
    aDomain('top', 'developer', []),
    aDomain('one', 'agency', ['top']),
    aDomain('two', 'agency', ['top']),
    aDomain('home', 'facility', ['top', 'one']),
    aDomain('ward', 'facility', ['top', 'one']),
    aDomain('clinic', 'facility', ['top', 'two'], { address: '大阪市北区2-2' }),
    ...['home', 'ward', 'clinic'].map((id): Write => ({
      kind: 'create',
      path: `room/${id}-1`,
      data: { domainId: id, rootDomainId: 'top', name: `${id} 101`, deviceSerials: [] },
    })),
    {
      kind: 'create',
      path: 'deviceType/tea',
      data: {
        code: 'tea',
        name: 'お茶センサー',
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
    },
  ]);
  const members: readonly (readonly [Member, string, number])[] = [
    ['one', 'one', ACCESS_LEVELS.agencyAdmin],
    ['two', 'two', ACCESS_LEVELS.agencyAdmin],
    ['clerk', 'one', ACCESS_LEVELS.agency],
    ['maker', 'top', ACCESS_LEVELS.developer],
  ];
  const cookies = new Map<Member, string>();
  for (const [name, domainId, level] of members) {
    await fixture.addMember(`${name}@agency.example`, domainId, level, 'top');
    cookies.set(name, await fixture.signIn(`${name}@agency.example`));
  }
  const { timeline } = fixture.app;
  const startUs = Date.parse('2026-09-01T00:00:00Z') * 1000;
  let sequence = 0;
  const ask: BillFixture['ask'] = async (method, url, payload, who = 'one') => {
    const reply = await fixture.app.server.inject({
      method,
      url,
      headers: { cookie: cookies.get(who) ?? '' },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return {
      status: reply.statusCode,
      body: isJson ? reply.json<Record<string, unknown>>() : {},
      bytes: reply.rawPayload,
    };
  };

  return {
    ...fixture,
    ask,
    setNow: (at) => {
      clock.at = new Date(at);
    },
    write: (writes, who) => ask('POST', '/api/documents/commit', { writes }, who),
    async place(serial, roomId, typeId = 'bed') {
      const domainId = roomId.replace(/-1$/, '');
      await fixture.commit([
        {
          kind: 'create',
          path: `device/${serial}`,
          data: { serial, typeId, domainId, rootDomainId: 'top', roomId, connection: 'network' },
        },
      ]);
      // Wait until the server has recorded the placement, so that ours is the newest.
      await waitUntilPlaced(fixture, serial);
      await timeline.assignments.change({ rootDomainId: 'top', serial, roomId, atUs: startUs });
    },
    moveDevice: (serial, roomId, day, hour = 0) =>
      timeline.assignments.change({
        rootDomainId: 'top',
        serial,
        roomId,
        atUs: ((DAYS[day - 1]?.fromMs ?? 0) + hour * 3_600_000) * 1000,
      }),
    async send(serial, days, time = '03:00:00') {
      await timeline.stage(
        days.map((day) => {
          const date = `${MONTH}-${String(day).padStart(2, '0')}`;
          return toStage(
            serial,
            1,
            encodeFrame({
              streamId: 3,
              sequence: (sequence += 1),
              deviceTimeUs: Date.parse(`${date}T${time}+09:00`) * 1000,
              channels: [Int16Array.of(2000)],
            }),
          );
        }),
      );
    },
  };
}

async function waitUntilPlaced({ temporary }: LiveFixture, serial: string): Promise<void> {
  for (;;) {
    const rows = await temporary.database.query({
      text: 'select 1 from device_assignments where serial = $1',
      values: [serial],
    });
    if (rows.length > 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
