import { readFileSync } from 'node:fs';
import { sleepCollection } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { decodeThoraxModel, eitReadings, simulateThorax } from '@yamori/signal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStage } from '../../../testing/device-frames.ts';
import { nightDeviceWrites, stageNight, type NightPart } from '../../../testing/night-frames.ts';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';
import type { NightFields } from './night-fields.ts';

/** 22:00 in Tokyo, for nights that ended long ago. */
const NIGHTS = [
  '2025-10-01',
  '2025-10-02',
  '2025-10-03',
  '2025-10-04',
  '2025-10-05',
  '2025-10-06',
  '2025-10-07',
] as const;
const bedtimeMs = (night: string): number => Date.parse(`${night}T13:00:00Z`);
const SERIAL = 'akane-N';
const SLEEPING: NightPart[] = [
  { minutes: 10, doing: 'walking' },
  { minutes: 100, doing: 'lying' },
];
let fixture: LiveFixture;
let cookie = '';

beforeAll(async () => {
  fixture = await startLiveFixture({ analysesNights: true });
  cookie = await fixture.signIn('staff@akane.example');
  await fixture.commit(nightDeviceWrites(SERIAL, 'akane'));
  await fixture.app.timeline.assignments.change({
    rootDomainId: 'akane',
    serial: SERIAL,
    roomId: 'akane-1',
    atUs: Date.parse('2025-10-01T00:00:00Z') * 1000,
  });
  await fixture.app.timeline.assignments.change({
    rootDomainId: 'akane',
    serial: SERIAL,
    roomId: null,
    atUs: Date.parse('2025-10-07T03:00:00Z') * 1000,
  });
});
afterAll(() => fixture.close());

const call = (address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${fixture.address}/api/rooms/${address}`, {
    ...init,
    headers: { cookie, origin: fixture.address, 'content-type': 'application/json' },
  });
const requestAnalysis = async (from: string, to = from, room = 'akane-1'): Promise<unknown> => {
  const reply = await call(`${room}/nights/analyse`, {
    method: 'POST',
    body: JSON.stringify({ from, to }),
  });
  expect(reply.status).toBe(202);
  return reply.json();
};
async function seen(night: string): Promise<NightFields | null> {
  const [document] = await fixture.app.store.read([`room/akane-1/sleep/${night}`]);
  return document === null || document === undefined
    ? null
    : sleepCollection.schema.parse(document.data);
}
const countOpenOrders = async (): Promise<number> =>
  (
    await fixture.temporary.database.query({
      text: 'select 1 from night_orders where done < asked',
    })
  ).length;
const idle = (): Promise<void> =>
  expect.poll(countOpenOrders, { timeout: 120_000, interval: 50 }).toBe(0);
const analysed = async (night: string): Promise<NightFields> => {
  await requestAnalysis(night);
  await idle();
  return (await seen(night)) ?? expect.fail('no night');
};
const versions = async (night: string): Promise<number> =>
  (
    await fixture.temporary.database.query({
      text: 'select 1 from night_versions where night = $1',
      values: [night],
    })
  ).length;

describe('the analysis of a night', () => {
  const [night] = NIGHTS;

  it('reports sleep, its sources and its quality', async () => {
    await stageNight(fixture.app.timeline, {
      serial: SERIAL,
      fromMs: bedtimeMs(night),
      parts: SLEEPING,
      pressesMs: [bedtimeMs(night) + 60_000, bedtimeMs(night) + 61_000, bedtimeMs(night) + 900_000],
    });
    expect(await requestAnalysis(night)).toEqual({ nights: [night], notOver: [] });
    await idle();
    const found = (await seen(night)) ?? expect.fail('no night');
    expect(found).toMatchObject({
      night,
      state: 'done',
      resultVersion: 1,
      problem: null,
      edits: [],
      from: new Date('2025-10-01T03:00:00Z'),
      to: new Date('2025-10-02T03:00:00Z'),
    });
    expect(found.epochs).toHaveLength(2880);
    expect(found.presence.reduce((sum, { epochs }) => sum + epochs, 0)).toBe(2880);
    expect(found.sleeps).toMatchObject([{ kind: 'main' }]);
    expect(found.metrics['TST']).toBeGreaterThan(80);
    expect(found.bounds['TST']?.least).toBe(found.metrics['TST']);
    expect(found.trends?.temperature[11 * 60]).toBeCloseTo(36.4, 1);
    expect(found.trends?.respirationRate[11 * 60]).toBeCloseTo(14, 0);
    expect(found.trends?.respirationRateBand?.least).toHaveLength(1440);
    expect(found.trends?.heartRate).toEqual([]);
    expect(found.actigraphy?.sadeh.minutes).toHaveLength(1440);
    expect(
      found.events
        .filter(({ kind }) => kind === 'call')
        .map(({ from }) => from.getTime() - bedtimeMs(night)),
    ).toEqual([60_000, 900_000]);
    expect(found.quality).toMatchObject({ code: 'good' });
    expect(found.quality?.recorded).toBeCloseTo(110 / 1440, 2);
    expect(found.provenance).toMatchObject({
      signals: ['accelerometer', 'temperature'],
      segmentsLeftOut: 0,
      devices: [{ serial: SERIAL, firmware: '9.1', typeId: 'night' }],
    });
    expect(found.provenance?.segments.toSorted()).toEqual(
      [1, 2].map(
        (stream) => `${SERIAL}:${stream} 2025-10-01T13:00:00.000Z/2025-10-01T14:50:00.000Z`,
      ),
    );
  });

  it('keeps its result while its input is unchanged, even after frames were compacted into chunks', async () => {
    const before = await analysed(night);
    await fixture.app.timeline.compact(0, 0);
    const after = await analysed(night);
    expect([before.resultVersion, after.resultVersion, await versions(night)]).toEqual([1, 1, 1]);
    expect(after.analysedAt).toEqual(before.analysedAt);
  });

  it('creates a new version for new data, keeps corrections, and stays comparable with the old one', async () => {
    const edit = {
      id: 'e1',
      from: new Date(bedtimeMs(night) + 1_200_000),
      to: new Date(bedtimeMs(night) + 1_500_000),
      change: { kind: 'stage', stage: 'wake' },
      editedBy: 'u',
      editedAt: new Date('2025-10-03T00:00:00Z'),
      undone: false,
    };
    await fixture.app.store.commit(
      [
        {
          kind: 'update',
          path: `room/akane-1/sleep/${night}`,
          fields: [
            {
              field: ['edits'],
              value: [
                {
                  ...edit,
                  from: { $date: edit.from.toISOString() },
                  to: { $date: edit.to.toISOString() },
                  editedAt: { $date: edit.editedAt.toISOString() },
                },
              ],
            },
          ],
        },
      ],
      { userId: null },
    );
    await stageNight(fixture.app.timeline, {
      serial: SERIAL,
      fromMs: bedtimeMs(night) + 110 * 60_000,
      parts: [{ minutes: 60, doing: 'lying' }],
      seed: 3,
    });
    const after = await analysed(night);
    expect(after).toMatchObject({ resultVersion: 2, edits: [edit] });
    const { versions: told } = (await (await call(`akane-1/nights/${night}/versions`)).json()) as {
      versions: { version: number; metrics: { TST: number } }[];
    };
    expect(told.map(({ version }) => version)).toEqual([2, 1]);
    expect((told[0]?.metrics.TST ?? 0) - (told[1]?.metrics.TST ?? 0)).toBeGreaterThan(50);
    const first = (await (await call(`akane-1/nights/${night}/versions/1`)).json()) as {
      version: number;
      fields: { epochs: string[] };
    };
    expect([first.version, first.fields.epochs.length]).toEqual([1, 2880]);
    expect((await call(`akane-1/nights/${night}/versions/9`)).status).toBe(404);
  });
});

describe("a night's analysis", () => {
  it('reports gaps, and widens the bounds by them', async () => {
    const [, night] = NIGHTS;
    const parts = Array.from({ length: 8 }, (): NightPart[] => [
      { minutes: 12, doing: 'lying' },
      { minutes: 6, doing: 'silent' },
    ]).flat();
    await stageNight(fixture.app.timeline, {
      serial: SERIAL,
      fromMs: bedtimeMs(night),
      parts,
    });
    const found = await analysed(night);
    expect(found.quality?.coverage).toBeLessThan(0.8);
    expect(
      found.events.filter(
        ({ kind, from, to }) =>
          kind === 'gap' && Math.round(((to?.getTime() ?? 0) - from.getTime()) / 60_000) === 6,
      ),
    ).toHaveLength(7);
    expect((found.bounds['TST']?.most ?? 0) - (found.bounds['TST']?.least ?? 0)).toBeGreaterThan(
      30,
    );
    expect(
      found.provenance?.segments.filter((segment) => segment.startsWith(`${SERIAL}:1`)),
    ).toHaveLength(8);
  });

  it('reports an empty bed and no sleep', async () => {
    const [, , night] = NIGHTS;
    await stageNight(fixture.app.timeline, {
      serial: SERIAL,
      fromMs: bedtimeMs(night),
      parts: [{ minutes: 90, doing: 'absent' }],
    });
    const found = await analysed(night);
    expect(found).toMatchObject({
      state: 'done',
      quality: { code: 'nobodyInBed' },
      sleeps: [],
      metrics: { TST: null },
    });
    expect(found.epochs).not.toContain('asleep');
  });

  it('reports a silent device, and creates no night without a device', async () => {
    const [, , , silent, , , after] = NIGHTS;
    expect(await analysed(silent)).toMatchObject({
      state: 'done',
      quality: { code: 'noData', recorded: 0 },
      provenance: { signals: [], devices: [{ serial: SERIAL }] },
    });
    await requestAnalysis(after);
    await idle();
    expect(await seen(after)).toBeNull();
  });

  it("uses only the room's own part when a device moves", async () => {
    const [, , , , night] = NIGHTS;
    const { timeline } = fixture.app;
    await fixture.commit([
      {
        kind: 'set',
        path: 'room/akane-2',
        data: { domainId: 'akane', rootDomainId: 'akane', name: '202' },
      },
      ...nightDeviceWrites('akane-M', 'akane'),
    ]);
    await timeline.assignments.change({
      rootDomainId: 'akane',
      serial: 'akane-M',
      roomId: 'akane-2',
      atUs: bedtimeMs(night) * 1000,
    });
    await timeline.assignments.change({
      rootDomainId: 'akane',
      serial: 'akane-M',
      roomId: null,
      atUs: (bedtimeMs(night) + 40 * 60_000) * 1000,
    });
    await stageNight(timeline, {
      serial: 'akane-M',
      fromMs: bedtimeMs(night),
      parts: [{ minutes: 80, doing: 'lying' }],
    });
    await requestAnalysis(night, night, 'akane-2');
    await idle();
    const [document] = await fixture.app.store.read([`room/akane-2/sleep/${night}`]);
    const found = sleepCollection.schema.parse(document?.data);
    expect(found.provenance?.segments).toEqual(
      [1, 2].map((stream) => `akane-M:${stream} 2025-10-05T13:00:00.000Z/2025-10-05T13:40:00.000Z`),
    );
  });

  it('replaces an imported night only if the sensors saw sleep', async () => {
    const [, , , silent, , told] = NIGHTS;
    const table = (night: string) => ({
      kind: 'set' as const,
      path: `room/akane-1/sleep/${night}`,
      data: {
        night,
        from: { $date: `${night}T13:00:00.000Z` },
        to: { $date: `${night}T21:00:00.000Z` },
        state: 'done',
        metrics: { TST: 420 },
        provenance: { algorithm: 'csv', version: '1', signals: [], segments: [], parameters: {} },
      },
    });
    await fixture.commit([table(silent), table(told)]);
    await stageNight(fixture.app.timeline, {
      serial: SERIAL,
      fromMs: bedtimeMs(told),
      parts: SLEEPING,
    });
    expect(await analysed(silent)).toMatchObject({
      metrics: { TST: 420 },
      provenance: { algorithm: 'csv' },
    });
    expect(await analysed(told)).toMatchObject({
      quality: { code: 'good' },
      provenance: { algorithm: 'yamori-night' },
    });
  });

  it('reports its failure and keeps the previous result', async () => {
    const [night] = NIGHTS;
    await fixture.temporary.database.query({
      text: `update timeline_chunks set body = '\\x00' where serial = $1 and stream_id = 1`,
      values: [SERIAL],
    });
    await fixture.temporary.database.query({
      text: `update timeline_chunks set sample_count = sample_count + 1 where serial = $1 and stream_id = 1`,
      values: [SERIAL],
    });
    await fixture.temporary.database.query({
      text: `insert into night_orders (root_domain_id, room_id, night) values ('akane', 'akane-1', $1) on conflict (root_domain_id, room_id, night) do update set asked = night_orders.asked + 1`,
      values: [night],
    });
    await fixture.temporary.database.query({
      text: `insert into jobs (root_domain_id, job_id, kind, subject, parameters, attempt) values ('akane', gen_random_uuid(), 'analyse-night', $1, '{}', 4)`,
      values: [`akane-1/${night}`],
    });
    await idle();
    expect(await seen(night)).toMatchObject({
      state: 'done',
      resultVersion: 2,
      problem: 'job-failed',
    });
  });
});

describe('the night of an EIT device', () => {
  it('derives respiration from the impedance of the whole image', async () => {
    const [night, fromMs, RATE_HZ, SCALE] = ['2025-10-09', bedtimeMs('2025-10-09'), 10, 1e-4];
    const thorax = decodeThoraxModel(
      Uint8Array.from(
        readFileSync(
          new URL(import.meta.resolve('@yamori/signal/assets/eit-thorax-simulator.bin')),
        ),
      ).buffer,
    );
    const eit = {
      streamId: 5,
      kind: 'eit',
      channels: eitReadings,
      unit: 'V',
      sampleRateHz: RATE_HZ,
      scale: SCALE,
      offset: 0,
    };
    await fixture.commit([
      {
        kind: 'set',
        path: 'deviceType/eit-night',
        data: { code: 'eit-night', name: 'EIT', streams: [eit] },
      },
      {
        kind: 'set',
        path: 'device/akane-E',
        data: {
          serial: 'akane-E',
          typeId: 'eit-night',
          domainId: 'akane',
          rootDomainId: 'akane',
          roomId: null,
          connection: 'network',
          firmware: '1.0',
        },
      },
    ]);
    await fixture.app.timeline.assignments.change({
      rootDomainId: 'akane',
      serial: 'akane-E',
      roomId: 'akane-1',
      atUs: fromMs * 1000,
    });
    const readings = new Float32Array(eitReadings);
    for (let minute = 0; minute < 10; minute++) {
      await fixture.app.timeline.stage(
        Array.from({ length: 60 }, (_, second) => {
          const channels = Array.from({ length: eitReadings }, () => new Int16Array(RATE_HZ));
          for (let at = 0; at < RATE_HZ; at++) {
            const seconds = 60 * minute + second + at / RATE_HZ;
            simulateThorax(
              thorax,
              { breath: 0.5 - 0.5 * Math.cos((2 * Math.PI * 13 * seconds) / 60) },
              readings,
            );
            for (const [reading, values] of channels.entries())
              values[at] = Math.round((readings[reading] ?? 0) / SCALE);
          }
          return toStage(
            'akane-E',
            RATE_HZ,
            encodeFrame({
              streamId: 5,
              sequence: 60 * minute + second,
              deviceTimeUs: (fromMs + 1000 * (60 * minute + second)) * 1000,
              channels,
            }),
          );
        }),
      );
    }
    const found = await analysed(night);
    expect(found.provenance?.signals).toEqual(['eitSum']);
    expect(found.provenance?.devices).toMatchObject([
      { serial: 'akane-E', streams: [{ streamId: 5, signal: 'eitSum', sampleRateHz: RATE_HZ }] },
    ]);
    expect(found.trends?.respirationRate.slice(10 * 60 + 2, 10 * 60 + 9)).toEqual(
      Array.from({ length: 7 }, () => expect.closeTo(13, 0)),
    );
  });
});
