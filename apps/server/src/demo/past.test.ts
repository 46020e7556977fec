import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accidentCollection,
  deviceCollection,
  noteCollection,
  query,
  updateHistoryCollection,
  type Query,
} from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemoPast } from './fill-demo.ts';
import { readNightZone } from '../core/documents/room-place.ts';
import { loadDemoNights } from './load-nights.ts';
import { seedDemo } from './seed.ts';
import { hashDeviceKey, newDeviceKey } from '../modules/devices/device-key.ts';
import { FAST_HASHING } from '../testing/fast-password-hash.ts';
import { startLiveFixture, type LiveFixture } from '../testing/live-fixture.ts';

const NOW = new Date('2026-12-31T15:30:00Z');
const NIGHTS = 30;
/** The rooms with corrected nights. */
const CORRECTED = ['demo-akane-205', 'demo-akane-207', 'demo-akane-302'];
const log = pino({ level: 'silent' });
let fixture: LiveFixture;
let folder: string;

beforeAll(async () => {
  fixture = await startLiveFixture({ now: () => NOW });
  folder = await mkdtemp(join(tmpdir(), 'yamori-past-'));
  const { store, identity, nights } = fixture.app;
  await seedDemo({
    keys: { fresh: () => newDeviceKey(randomBytes), hashKey: hashDeviceKey },
    dataFolder: folder,
    log,
    now: () => NOW,
    findUserId: identity.findUserId,
    hashPassword: FAST_HASHING.hash,
    createUser: identity.createUser,
    present: async (paths) =>
      new Set((await store.read(paths)).flatMap((document) => document?.path ?? [])),
    commit: async (writes) => {
      await store.commit(writes, { userId: null });
    },
  });
  await loadDemoNights(
    {
      ...clocks(),
      nights: 10,
      log,
      now: () => NOW,
      readNightNames: async (roomId) => (CORRECTED.includes(roomId) ? new Set() : null),
      load: nights.writeStoredSimulations,
    },
    new AbortController().signal,
  );
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

const clocks = () => ({
  readZone: (domainId: string) => readNightZone(fixture.app.store, domainId),
  startedAt: async () => NOW,
});
const seed = (
  app: Parameters<typeof fillDemoPast>[0] = fixture.app,
  signal = new AbortController().signal,
): Promise<number> =>
  fillDemoPast(app, {
    ...clocks(),
    nights: NIGHTS,
    log,
    database: fixture.temporary.database,
    signal,
  });
const listed = (collection: string, more: Partial<Query> = {}) =>
  fixture.app.store.list(query.parse({ collection, group: true, ...more }));
const isOrdered = (moments: readonly Date[]): boolean =>
  moments.every((at, index) => at.getTime() >= (moments[index - 1] ?? at).getTime());

describe('the past of the demo', () => {
  it('survives an interruption: the second start completes it, and later ones change nothing', async () => {
    let acts = 0;
    const failing: typeof fixture.app = {
      ...fixture.app,
      storeAt: (clock) => {
        acts += 1;
        if (acts > 5) throw new Error('killed');
        return fixture.app.storeAt(clock);
      },
    };
    await expect(seed(failing)).rejects.toThrow('killed');
    await expect(seed(fixture.app, AbortSignal.abort())).rejects.toThrow('aborted');
    const alarms = (await listed('accident')).length;
    expect(alarms).toBeGreaterThan(30);
    expect(await seed()).toBe(21 + 3 + 7 - 5);
    expect(await listed('accident')).toHaveLength(alarms);
    expect(await seed()).toBe(0);
  });

  it('contains resolved alarms of many kinds in the month before', async () => {
    const alarms = (await listed('accident')).map(({ data }) =>
      accidentCollection.schema.parse(data),
    );
    expect(new Set(alarms.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(9);
    expect(new Set(alarms.map(({ outcome }) => outcome))).toEqual(
      new Set(['helped', 'falseAlarm', 'other', null]),
    );
    expect(new Set(alarms.map(({ useful }) => useful))).toEqual(new Set([true, false, null]));
    for (const { state, raisedAt, resolvedAt, history } of alarms) {
      expect(state).toBe('resolved');
      expect(raisedAt.getTime()).toBeGreaterThan(NOW.getTime() - 32 * 86_400_000);
      expect(resolvedAt?.getTime()).toBeLessThan(NOW.getTime());
      expect(isOrdered(history.map(({ at }) => at))).toBe(true);
    }
  });

  it('contains notes that were written minutes after the event', async () => {
    const notes = await listed('note');
    expect(notes).toHaveLength(24);
    for (const { id, createdAt, data } of notes.filter(({ id }) => !id.includes('correction'))) {
      const { from, writtenBy } = noteCollection.schema.parse(data);
      expect([id, createdAt.getTime() - from.getTime()]).toEqual([id, 12 * 60_000]);
      expect(['demo-staff', 'demo-administrator']).toContain(writtenBy);
    }
  });

  it('contains corrected nights, and their figures include the corrections', async () => {
    expect(
      await fixture.temporary.database.query({
        text: 'select room_id, night from night_figures where is_corrected order by room_id',
      }),
    ).toEqual([
      { room_id: 'demo-akane-205', night: '2026-12-21' },
      { room_id: 'demo-akane-207', night: '2026-12-29' },
      { room_id: 'demo-akane-302', night: '2026-12-26' },
    ]);
  });

  it('contains devices with service records and calibration figures', async () => {
    expect(await listed('deviceService')).toHaveLength(7);
    const [device] = await fixture.app.store.read(['device/DEMO-AKANE-201-ECG']);
    expect(deviceCollection.schema.parse(device?.data).calibration).toEqual({
      gain: 1.004,
      offset: -0.012,
    });
  });

  it('appears in the update history at the time of each action', async () => {
    const entries = (await listed('updateHistory', { group: false })).map(({ data }) =>
      updateHistoryCollection.schema.parse(data),
    );
    const notes = entries.filter(({ path }) => path.includes('/note/'));
    expect(notes).toHaveLength(24);
    for (const { at } of notes) expect(at.getTime()).toBeLessThan(NOW.getTime());
  });

  it('does not regain a note that a carer deleted', async () => {
    const path = 'room/demo-akane-201/note/demo-1';
    await fixture.app.store.commit([{ kind: 'delete', path }], { userId: 'demo-staff' });
    expect(await seed()).toBe(0);
    expect(await fixture.app.store.read([path])).toEqual([null]);
  });
});

describe('the shipped nights', () => {
  it('the first of two concurrent starts stores each night', async () => {
    const { writeStoredSimulations } = fixture.app.nights;
    const collected: Parameters<typeof writeStoredSimulations>[0][number][] = [];
    await loadDemoNights(
      {
        ...clocks(),
        nights: 10,
        log,
        now: () => NOW,
        readNightNames: async (roomId) => (roomId === 'demo-akane-201' ? new Set() : null),
        load: async (nights) => collected.push(...nights),
      },
      new AbortController().signal,
    );
    const written = await Promise.all([
      writeStoredSimulations(collected),
      writeStoredSimulations(collected),
    ]);
    expect(written.toSorted((one, other) => one - other)).toEqual([0, 10]);
  });
});
