import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { ACCESS_LEVELS, sleepCollection, standardStreams } from '@yamori/domain';
import { expect, it } from 'vitest';
import { demoRecordings } from './fill-demo.ts';
import { readNightZone } from '../core/documents/room-place.ts';
import { startDemoNights } from './nights.ts';
import { createNightSimulator } from './night-simulator.ts';
import { startLiveFixture } from '../testing/live-fixture.ts';

/** 14:00 in Tokyo, when the night of the 4th is over. */
const NOW = new Date('2025-11-05T05:00:00Z');
const [ROOM, SERIAL, NIGHT] = ['demo-mizuki-101', 'DEMO-MIZUKI-101-BED-MULTI', '2025-11-04'];
/** Everything that a page shows of a night. */
const FIGURES = ['epochs', 'presence', 'trends', 'events', 'sleeps', 'metrics', 'bounds'] as const;
const START_US = Date.parse('2025-11-04T11:00:00Z') * 1000;

it('a recorded night of the demo is imported once, and its analysis gives the same figures', async () => {
  const fixture = await startLiveFixture({ analysesNights: true });
  const folder = await mkdtemp(join(tmpdir(), 'yamori-nights-'));
  const simulator = createNightSimulator({ niceness: 0 });
  try {
    await fixture.commit([
      {
        kind: 'set',
        path: 'domain/demo-mizuki',
        data: {
          code: 'demo-mizuki',
          name: 'Mizuki',
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: 'demo-agency',
          ancestorIds: [],
        },
      },
      {
        kind: 'set',
        path: `room/${ROOM}`,
        data: { domainId: 'demo-mizuki', rootDomainId: 'demo-agency', name: '101' },
      },
      {
        kind: 'set',
        path: 'deviceType/bed-multi',
        data: { code: 'bed-multi', name: 'A', streams: standardStreams('bed-multi') },
      },
      {
        kind: 'set',
        path: `device/${SERIAL}`,
        data: {
          serial: SERIAL,
          typeId: 'bed-multi',
          domainId: 'demo-mizuki',
          rootDomainId: 'demo-agency',
          roomId: null,
          connection: 'network',
        },
      },
    ]);
    await fixture.addMember(
      'staff@demo.example',
      'demo-mizuki',
      ACCESS_LEVELS.generalStaff,
      'demo-agency',
    );
    const { timeline } = fixture.app;
    const fill = (onWritten?: () => Promise<void>): Promise<number> =>
      startDemoNights({
        nights: 1,
        now: () => NOW,
        log: pino({ level: 'silent' }),
        simulator,
        waitMs: 0,
        hours: 0.75,
        readZone: (domainId) => readNightZone(fixture.app.store, domainId),
        startedAt: async () => NOW,
        readNightNames: fixture.app.nights.readNightNames,
        file: '/nowhere',
        load: fixture.app.nights.writeStoredSimulations,
        write: async (key, bounds, simulated) => {
          const isWritten = await fixture.app.nights.writeSimulated(key, bounds, simulated);
          await onWritten?.();
          return isWritten;
        },
        storeState: fixture.app.nights.storeSimulated,
        recordings: { ...demoRecordings(fixture.app, folder), roomIds: new Set([ROOM]) },
      }).filled;
    const night = () =>
      fixture.app.store
        .read([`room/${ROOM}/sleep/${NIGHT}`])
        .then(([document]) => sleepCollection.schema.safeParse(document?.data).data);
    const written: (typeof night extends () => Promise<infer Night> ? Night : never)[] = [];
    expect(await fill(async () => void written.push(await night()))).toBe(1);
    await expect.poll(async () => (await night())?.resultVersion, { timeout: 120_000 }).toBe(2);
    const analysed = await night();
    expect(written[0]).toMatchObject({ provenance: { parameters: { simulated: true } } });
    for (const field of FIGURES) expect(analysed?.[field], field).toEqual(written[0]?.[field]);
    expect(analysed).toMatchObject({
      state: 'done',
      provenance: {
        signals: ['accelerometer', 'impedance', 'temperature'],
        parameters: expect.not.objectContaining({ simulated: true }),
        devices: [{ serial: SERIAL }],
      },
    });
    const [run] = await timeline.read({
      serial: SERIAL,
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + 60e6,
    });
    expect([run?.channels.length, run?.channels[0]?.length]).toEqual([3, 60 * 50]);
    expect(await readdir(folder)).toEqual([]);
    const rows = async (): Promise<number> =>
      (await fixture.temporary.database.query({ text: 'select 1 from uploads' })).length;
    const before = await rows();
    expect(await fill()).toBe(0);
    expect(await rows()).toBe(before);
  } finally {
    simulator.close();
    await fixture.close();
    await rm(folder, { recursive: true });
  }
});
