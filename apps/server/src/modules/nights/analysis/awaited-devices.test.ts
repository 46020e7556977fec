import { pino } from 'pino';
import { sleepCollection } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNightServer, type NightServer } from '../testing/night-server.ts';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';
import { nightDeviceWrites, stageNight } from '../../../testing/night-frames.ts';
import { isAwaited } from './awaited-devices.ts';
import type { NightFields } from './night-fields.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const END_MS = Date.parse('2025-11-02T03:00:00Z');

const status = (lastFrameAtMs: number | null, lastHeartbeatAtMs: number | null) => ({
  online: false,
  onlineSince: null,
  lastFrameAt: lastFrameAtMs === null ? null : new Date(lastFrameAtMs),
  lastHeartbeatAt: lastHeartbeatAtMs === null ? null : new Date(lastHeartbeatAtMs),
  batteryPercent: null,
  signalDbm: null,
  fault: 'none' as const,
  faultSince: new Date(END_MS),
  clockOffsetSeconds: null,
  framesReceived: 0,
  framesRefused: 0,
});
const retiredAt = null;
const EARLIER = END_MS - HOUR_MS;
const LATER = END_MS + HOUR_MS;

describe('isAwaited', () => {
  it.each([
    ['that never sent anything', { status: null, retiredAt }, null],
    [
      'that was last heard before the end',
      { status: status(EARLIER, EARLIER), retiredAt },
      EARLIER,
    ],
    [
      'that delivers what it recorded earlier',
      { status: status(LATER, LATER), retiredAt },
      EARLIER,
    ],
  ])('awaits a device %s', (_, device, newestMs) => {
    expect(isAwaited(device, newestMs, END_MS)).toBe(true);
  });

  it.each([
    ['with records up to the end', { status: status(EARLIER, null), retiredAt }, END_MS],
    ['whose sensor was taken off', { status: status(EARLIER, LATER), retiredAt }, EARLIER],
    ['that sends only when a button is pressed', { status: status(null, LATER), retiredAt }, null],
    ['that is retired', { status: null, retiredAt: new Date(END_MS) }, null],
  ])('does not await a device %s', (_, device, newestMs) => {
    expect(isAwaited(device, newestMs, END_MS)).toBe(false);
  });
});

describe('the night of a device that fell silent', () => {
  const SERIAL = 'akane-N';
  const NIGHT = '2025-11-01';
  const clock = { ms: END_MS + 6 * MINUTE_MS };
  const held: { fixture?: LiveFixture; side?: NightServer } = {};
  const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');

  /** Runs the scheduler and waits until the requested nights are analysed. */
  async function runScheduler(): Promise<void> {
    await held.side?.nights.scheduler.look();
    const open = 'select 1 from night_orders where done < asked';
    await expect
      .poll(async () => (await fixture().temporary.database.query({ text: open })).length, {
        timeout: 120_000,
        interval: 50,
      })
      .toBe(0);
  }
  async function seen(night = NIGHT): Promise<NightFields> {
    const [document] = await fixture().app.store.read([`room/akane-1/sleep/${night}`]);
    return sleepCollection.schema.parse(document?.data);
  }
  async function figures(): Promise<unknown> {
    const reply = await fetch(`${fixture().address}/api/nights/figures`, {
      method: 'POST',
      headers: {
        cookie: await fixture().signIn('staff@akane.example'),
        origin: fixture().address,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        roomIds: ['akane-1'],
        nights: { kind: 'between', from: NIGHT, to: NIGHT },
        figures: [],
      }),
    });
    return reply.json();
  }

  beforeAll(async () => {
    held.fixture = await startLiveFixture();
    const { app } = fixture();
    await fixture().commit(nightDeviceWrites(SERIAL, 'akane'));
    await app.timeline.assignments.change({
      rootDomainId: 'akane',
      serial: SERIAL,
      roomId: 'akane-1',
      atUs: Date.parse('2025-11-01T18:00:00Z') * 1000,
    });
    await stageNight(app.timeline, {
      serial: SERIAL,
      fromMs: Date.parse('2025-11-01T19:00:00Z'),
      parts: [{ minutes: 60, doing: 'lying' }],
    });
    held.side = startNightServer(held.fixture, {
      now: () => new Date(clock.ms),
      log: pino({ level: 'silent' }),
      maxWaiting: 50,
    });
  });
  afterAll(async () => {
    await held.side?.close();
    await held.fixture?.close();
  });

  it("appears as provisional, with the device's name and without coverage", async () => {
    await runScheduler();
    const since = new Date('2025-11-01T20:00:00Z');
    const night = await seen();
    expect(night).toMatchObject({ state: 'done', resultVersion: 1 });
    expect(night.awaited?.until).toEqual(new Date(END_MS + 48 * HOUR_MS));
    expect(night.awaited?.devices).toMatchObject([{ serial: SERIAL }]);
    const missing = night.awaited?.devices[0]?.since?.getTime() ?? 0;
    expect(Math.abs(missing - since.getTime())).toBeLessThan(MINUTE_MS);
    expect(await figures()).toMatchObject({
      rooms: [
        {
          nights: [
            {
              state: 'done',
              coverage: null,
              awaited: [{ serial: SERIAL, since: new Date(missing).toISOString() }],
            },
          ],
        },
      ],
    });
  });

  it('becomes final when the records have arrived', async () => {
    await stageNight(fixture().app.timeline, {
      serial: SERIAL,
      fromMs: Date.parse('2025-11-01T20:00:00Z'),
      parts: [{ minutes: 7 * 60, doing: 'lying' }],
      seed: 5,
    });
    clock.ms += 61 * MINUTE_MS;
    await runScheduler();
    expect(await seen()).toMatchObject({ resultVersion: 2, awaited: null });
    expect(await figures()).toMatchObject({
      rooms: [{ nights: [{ coverage: expect.any(Number), awaited: [] }] }],
    });
  });

  it('becomes final without a new version when the device is retired or the wait ends', async () => {
    clock.ms = END_MS + 24 * HOUR_MS + 6 * MINUTE_MS;
    await runScheduler();
    expect((await seen('2025-11-02')).awaited?.devices).toMatchObject([{ serial: SERIAL }]);
    const retire = (at: string | null) =>
      fixture().commit([
        {
          kind: 'update',
          path: `device/${SERIAL}`,
          fields: [{ field: ['retiredAt'], value: at === null ? null : { $date: at } }],
        },
      ]);
    await retire('2025-11-03T04:00:00.000Z');
    clock.ms += 61 * MINUTE_MS;
    await runScheduler();
    expect(await seen('2025-11-02')).toMatchObject({ resultVersion: 1, awaited: null });
    await retire(null);
    clock.ms += 61 * MINUTE_MS;
    await runScheduler();
    expect((await seen('2025-11-02')).awaited?.devices).toMatchObject([{ serial: SERIAL }]);
    // Two days later the scheduler no longer requests this night.
    clock.ms = END_MS + 72 * HOUR_MS + MINUTE_MS;
    await runScheduler();
    expect(await seen('2025-11-02')).toMatchObject({ resultVersion: 1, awaited: null });
  });
});
