import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { sleepCollection } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNightZone } from '../core/documents/room-place.ts';
import { startLiveFixture, type LiveFixture } from '../testing/live-fixture.ts';
import { startDemoNights, type DemoNightsContext } from './nights.ts';
import { createNightSimulator, type NightSimulator, type SimulatorEnd } from './night-simulator.ts';

/** 14:00 in Tokyo, when the night of the 4th is over. */
const NOW = new Date('2025-11-05T05:00:00Z');
const ROOM = 'demo-mizuki-103';
const DOMAIN = 'demo-mizuki';
let fixture: LiveFixture;
const simulators: NightSimulator[] = [];

beforeAll(async () => {
  fixture = await startLiveFixture();
  await fixture.commit([
    {
      kind: 'set',
      path: `domain/${DOMAIN}`,
      data: {
        code: DOMAIN,
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
      data: { domainId: DOMAIN, rootDomainId: 'demo-agency', name: '103' },
    },
  ]);
});
afterAll(async () => {
  for (const simulator of simulators) simulator.close();
  await fixture.close();
});

const createContext = (more: Partial<DemoNightsContext> = {}): DemoNightsContext => {
  const simulator = createNightSimulator({ niceness: 0 });
  simulators.push(simulator);
  return {
    nights: 2,
    now: () => NOW,
    log: pino({ level: 'silent' }),
    simulator,
    waitMs: 0,
    hours: 3,
    file: '/nowhere',
    load: fixture.app.nights.writeStoredSimulations,
    write: fixture.app.nights.writeSimulated,
    readNightNames: fixture.app.nights.readNightNames,
    storeState: fixture.app.nights.storeSimulated,
    readZone: (domainId) => readNightZone(fixture.app.store, domainId),
    startedAt: async () => NOW,
    ...more,
  };
};

describe('the creation of demo nights', () => {
  it('uses the real analysis, newest night first, and resumes after an interruption', async () => {
    const written: string[] = [];
    const first = startDemoNights(
      createContext({
        write: async (key, bounds, night) => {
          written.push(key.night);
          const done = await fixture.app.nights.writeSimulated(key, bounds, night);
          void first.close();
          return done;
        },
      }),
    );
    await first.filled;
    expect(written).toEqual(['2025-11-04']);
    expect(await startDemoNights(createContext()).filled).toBe(1);
    const nights = await fixture.app.store.read(
      ['2025-11-04', '2025-11-03'].map((night) => `room/${ROOM}/sleep/${night}`),
    );
    for (const document of nights) {
      const night = sleepCollection.schema.parse(document?.data);
      expect(night).toMatchObject({
        state: 'done',
        resultVersion: 1,
        quality: { code: 'good' },
        provenance: {
          algorithm: 'yamori-night',
          parameters: { simulated: true },
          devices: [{ serial: 'DEMO-MIZUKI-103-RESPI-AXL' }, { serial: 'DEMO-MIZUKI-103-BUTTON' }],
        },
      });
      expect(night.metrics['TST']).toBeGreaterThan(15);
      expect(night.to.getTime() - night.from.getTime()).toBe(86_400_000);
    }
    expect(new Set(nights.map((document) => JSON.stringify(document?.data['metrics']))).size).toBe(
      2,
    );
    expect(await startDemoNights(createContext()).filled).toBe(0);
  });

  it('survives a regular analysis of the same nights, which have no device data', async () => {
    const [before] = await fixture.app.store.read([`room/${ROOM}/sleep/2025-11-04`]);
    expect(
      await fixture.app.nights.writeSimulated(
        { rootDomainId: 'demo-agency', roomId: ROOM, night: '2025-11-04' },
        { fromMs: 0, toMs: 1 },
        { analysis: await runAnalysis(), calls: [], devices: [], fromMs: 0, toMs: 1 },
      ),
    ).toBe(false);
    const [after] = await fixture.app.store.read([`room/${ROOM}/sleep/2025-11-04`]);
    expect(after?.version).toBe(before?.version);
  });

  it('continues after the simulator died and logs it, and gives up if it dies repeatedly', async () => {
    const ends: SimulatorEnd[] = [];
    // A real program that exits on its first message.
    const dying = createNightSimulator({
      niceness: 0,
      program: fileURLToPath(new URL('./testing/dying-simulator.ts', import.meta.url)),
      onEnd: (end) => ends.push(end),
    });
    const sound = createNightSimulator({ niceness: 0 });
    simulators.push(dying, sound);
    let asked = 0;
    const recovering: NightSimulator = {
      record: sound.record,
      live: (request) => ((asked += 1) <= 2 ? dying : sound).live(request),
      close: () => undefined,
    };
    expect(
      await startDemoNights(
        createContext({ nights: 3, hours: 1, retryMs: 1, simulator: recovering }),
      ).filled,
    ).toBe(1);
    expect(asked).toBe(3);
    await expect
      .poll(() => ends)
      .toEqual([
        { code: 7, signal: null, output: 'no more nights' },
        { code: 7, signal: null, output: 'no more nights' },
      ]);
    expect(
      await startDemoNights(createContext({ nights: 4, retryMs: 1, simulator: dying })).filled,
    ).toBe(0);
    await expect.poll(() => ends).toHaveLength(6);
  });

  it('marks nights as pending or failed until they exist', async () => {
    const NEXT = '2025-11-05';
    const later = {
      now: () => new Date(NOW.getTime() + 86_400_000),
      nights: 1,
      hours: 1,
      retryMs: 1,
    };
    const [path, older] = [`room/${ROOM}/sleep/${NEXT}`, `room/${ROOM}/sleep/2025-10-30`];
    const readState = async (of = path) => {
      const [document] = await fixture.app.store.read([of]);
      return document?.data['state'];
    };
    const dying = createNightSimulator({
      niceness: 0,
      program: fileURLToPath(new URL('./testing/dying-simulator.ts', import.meta.url)),
    });
    simulators.push(dying);
    let seen: unknown = null;
    const failing: NightSimulator = {
      record: dying.record,
      close: () => undefined,
      live: async (request) => {
        seen ??= [await readState(), await readState(older)];
        return dying.live(request);
      },
    };
    expect(
      await startDemoNights(createContext({ ...later, nights: 7, simulator: failing })).filled,
    ).toBe(0);
    expect([seen, await readState(), await readState(older)]).toEqual([
      ['waiting', 'waiting'],
      'failed',
      'failed',
    ]);
    expect(await readState(`room/${ROOM}/sleep/2025-11-04`)).toBe('done');
    expect(await fixture.app.nights.readNightNames(ROOM)).not.toContain(NEXT);
    expect(await startDemoNights(createContext(later)).filled).toBe(1);
    expect(await readState()).toBe('done');
    // An existing night is never marked.
    await fixture.app.nights.storeSimulated(
      { rootDomainId: 'demo-agency', roomId: ROOM, night: NEXT },
      { fromMs: 0, toMs: 1 },
      'failed',
    );
    expect((await fixture.app.store.read([path]))[0]?.data).toMatchObject({
      state: 'done',
      problem: null,
    });
  });

  it('marks older nights as pending while the shipped ones are loaded', async () => {
    const seen: unknown[] = [];
    const { file: _none, ...context } = createContext({
      now: () => new Date(NOW.getTime() + 7 * 86_400_000),
      nights: 4,
      waitMs: 600_000,
      load: async (nights) => {
        const [oldest] = await fixture.app.store.read([`room/${ROOM}/sleep/2025-11-08`]);
        seen.push([nights.some(({ key }) => key.night === '2025-11-08'), oldest?.data['state']]);
        return nights.length;
      },
    });
    const { loaded, close } = startDemoNights(context);
    await loaded;
    await close();
    expect(seen.at(0)).toEqual([false, undefined]);
    expect(seen.at(-1)).toEqual([true, 'waiting']);
  });

  it('continues when a recording cannot be imported, for example into a deleted room', async () => {
    const written: string[] = [];
    const recordings = {
      roomIds: new Set([ROOM]),
      folder: '/nowhere',
      hasSamples: () => Promise.reject(new Error('gone')),
      bring: async () => undefined,
    };
    const filled = await startDemoNights(
      createContext({
        nights: 3,
        hours: 1,
        retryMs: 1,
        recordings,
        readNightNames: async (roomId) => (roomId === ROOM ? new Set() : null),
        write: async ({ night }) => {
          written.push(night);
          return true;
        },
      }),
    ).filled;
    expect([filled, written]).toEqual([3, ['2025-11-04', '2025-11-03', '2025-11-02']]);
  });

  it('continues after the simulator rejects an invalid request', async () => {
    const simulator = createNightSimulator({ niceness: 0 });
    simulators.push(simulator);
    const night = {
      person: 'a',
      night: '2025-11-04',
      fromMs: 0,
      toMs: 86_400_000,
      utcOffsetMinutes: 540,
      startMs: 0,
      hours: 1,
      asRecorded: false,
      devices: [],
    };
    await expect(simulator.live({ ...night, hours: 25 })).rejects.toThrow('hours');
    expect((await simulator.live(night)).streams).toEqual([]);
  });

  it('works under `npm start`, whose processes close their IPC channel', async () => {
    const handedDown = [
      '--import',
      new URL('../../../../tools/run/end-with-parent.mjs', import.meta.url).href,
    ];
    process.execArgv.push(...handedDown);
    const simulator = createNightSimulator({ niceness: 0 });
    simulators.push(simulator);
    const asked = simulator.live({
      person: 'a',
      night: '2025-11-04',
      fromMs: 0,
      toMs: 86_400_000,
      utcOffsetMinutes: 540,
      startMs: 0,
      hours: 1,
      asRecorded: false,
      devices: [],
    });
    process.execArgv.splice(-handedDown.length);
    expect((await asked).streams).toEqual([]);
  });
});

async function runAnalysis() {
  const { openNight } = await import('@yamori/signal');
  return openNight({ fromMs: 0, toMs: 60_000, utcOffsetMinutes: 0, channels: [] }).finish();
}
