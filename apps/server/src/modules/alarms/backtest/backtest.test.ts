import {
  accidentApi,
  rehearsalLine,
  type ParameterOverrides,
  type RehearsalLine,
  type RehearsalResult,
  type RoomFacts,
} from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRoom, anAccident } from '../../../core/documents/testing/test-documents.ts';
import { startLiveFixture, type LiveFixture } from '../../../testing/live-fixture.ts';
import {
  startAccidentFixture,
  type AccidentServer,
  type AccidentFixture,
} from '../testing/accident-fixture.ts';
import { backtestThresholds } from './backtest.ts';

const OTHER: ParameterOverrides = {
  'accident.heartRateHigh.limit': 120,
  'accident.longAbsence.delayMinutes': 5,
};
const sato = { userId: 'sato', name: '' };

let fixture: AccidentFixture;
beforeAll(async () => {
  fixture = await startAccidentFixture();
});
afterAll(() => fixture.close());

/** Simulates minutes of a night, with a heartbeat in each. */
async function minutes(
  server: AccidentServer,
  roomId: string,
  count: number,
  change: Partial<RoomFacts>,
): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    fixture.clock.nowMs += 59_000;
    await fixture.beat([server], roomId, change);
  }
}

/** Five minutes of a high heart rate, absences from bed of 17 and 8 minutes, and a fall. */
async function aNight(roomId: string): Promise<void> {
  const server = fixture.server();
  await minutes(server, roomId, 2, {});
  await minutes(server, roomId, 5, { heartRate: 115 });
  await minutes(server, roomId, 3, { heartRate: 60 });
  for (const away of [17, 8]) {
    await minutes(server, roomId, away, {
      presence: 'outOfBed',
      presenceSinceMs: fixture.clock.nowMs + 60_000,
      heartRate: null,
      respirationRate: null,
      breath: { kind: 'unknown' },
    });
    await minutes(server, roomId, 4, {
      presence: 'inBed',
      presenceSinceMs: fixture.clock.nowMs + 60_000,
      heartRate: 60,
      respirationRate: 14,
      breath: { kind: 'seen' },
    });
  }
  await fixture.fall(server, roomId);
  await minutes(server, roomId, 1, {});
  await server.stop();
}

const liveCounts = async (roomId: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { kind } of await fixture.all(roomId)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};
const backtested = async (
  roomId: string,
  overrides: ParameterOverrides,
  stopped = new AbortController().signal,
): Promise<RehearsalLine[]> => {
  const rooms = (await fixture.documents.store.read([`room/${roomId}`])).filter(
    (room) => room !== null,
  );
  const parts = {
    store: fixture.documents.store,
    facts: fixture.facts,
    now: () => new Date(fixture.clock.nowMs),
  };
  const lines: RehearsalLine[] = [];
  for await (const line of backtestThresholds(
    parts,
    { place: { kind: 'room', roomId }, overrides, nights: 30 },
    rooms,
    stopped,
  ))
    lines.push(line);
  return lines;
};
const getResult = (lines: readonly RehearsalLine[]): RehearsalResult => {
  const last = lines.at(-1);
  return last?.kind === 'done' ? last.result : expect.fail('not done');
};
const getCounts = ({ kinds }: RehearsalResult, side: 'before' | 'after'): Record<string, number> =>
  Object.fromEntries(kinds.filter((kind) => kind[side] > 0).map((kind) => [kind.kind, kind[side]]));

describe('backtest of other thresholds', () => {
  it('matches the live alarms of that night under both sets of thresholds, and lists missed alarms', async () => {
    const [as, other, beginsAtMs] = [
      await fixture.room(),
      await fixture.room({}, { parameterOverrides: OTHER }),
      fixture.clock.nowMs,
    ];
    await aNight(as);
    fixture.clock.nowMs = beginsAtMs;
    await aNight(other);
    const [lived, livedOther] = [await liveCounts(as), await liveCounts(other)];
    expect([lived, livedOther]).toEqual([
      { heartRateHigh: 1, longAbsence: 1, fall: 1 },
      { longAbsence: 2, fall: 1 },
    ]);
    const heart =
      (await fixture.all(as)).find(({ kind }) => kind === 'heartRateHigh') ??
      expect.fail('no accident');
    await fixture
      .server()
      .service.resolve(
        { roomId: as, accidentId: heart.id, by: sato, author: { userId: 'sato' } },
        { outcome: 'helped' },
      );

    const lines = await backtested(as, OTHER);
    const result = getResult(lines);
    expect(getCounts(result, 'before')).toEqual(lived);
    expect(getCounts(result, 'after')).toEqual(livedOther);
    expect(result).toMatchObject({
      rooms: 1,
      helped: 1,
      missed: 1,
      missedAlarms: [{ roomId: as, accidentId: heart.id, kind: 'heartRateHigh' }],
      nights: [{ before: 3, after: 3 }],
    });
    expect(lines.map(({ kind }) => kind)).toContain('progress');
    // The reverse comparison gives the same: the other room under the rules of the first.
    const back = getResult(await backtested(other, {}));
    expect([getCounts(back, 'before'), getCounts(back, 'after')]).toEqual([livedOther, lived]);
    // The current thresholds no longer raise it, so it is not compared.
    await fixture.documents.store.commit(
      [
        {
          kind: 'update',
          path: `room/${as}`,
          fields: [{ field: ['parameterOverrides'], value: OTHER }],
        },
      ],
      { userId: null },
    );
    expect(getResult(await backtested(as, OTHER))).toMatchObject({
      helped: 0,
      missed: 0,
      missedAlarms: [],
    });
    await fixture.documents.store.commit(
      [
        {
          kind: 'update',
          path: `room/${as}`,
          fields: [{ field: ['parameterOverrides'], value: {} }],
        },
      ],
      { userId: null },
    );
    const same = getResult(await backtested(as, {}));
    expect([getCounts(same, 'before'), getCounts(same, 'after'), same.missed]).toEqual([
      lived,
      lived,
      0,
    ]);
  });

  it('stops when its client disconnects', async () => {
    const server = fixture.server();
    const roomId = await fixture.room();
    await minutes(server, roomId, 3, { heartRate: 70 });
    await server.stop();
    const stop = new AbortController();
    stop.abort();
    expect((await backtested(roomId, {}, stop.signal)).map(({ kind }) => kind)).toEqual([]);
  });
});

describe('the API of past alarms', () => {
  let live: LiveFixture;
  let cookie = '';
  beforeAll(async () => {
    live = await startLiveFixture();
    cookie = await live.signIn('carer@akane.example');
  });
  afterAll(() => live.close());

  it('streams the progress of a backtest of a room and of an organisation, and rejects thresholds that could not be saved', async () => {
    const send = (body: object) =>
      fetch(`${live.address}/api/rehearsals`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { cookie, origin: live.address, 'content-type': 'application/json' },
      });
    for (const place of [
      { kind: 'room', roomId: 'akane-1' },
      { kind: 'domain', domainId: 'akane' },
    ]) {
      const reply = await send({ place, overrides: OTHER });
      const lines = (await reply.text())
        .trimEnd()
        .split('\n')
        .map((line) => rehearsalLine.parse(JSON.parse(line)));
      expect([reply.status, lines]).toEqual([
        200,
        [
          { kind: 'progress', done: 30, of: 30 },
          {
            kind: 'done',
            result: { rooms: 1, nights: [], kinds: [], helped: 0, missed: 0, missedAlarms: [] },
          },
        ],
      ]);
    }
    expect(
      (await send({ place: { kind: 'domain', domainId: 'mizuki' }, overrides: {} })).status,
    ).toBe(404);
    for (const overrides of [
      { 'accident.heartRateHigh.delayMinutes': -1 },
      { 'accident.heartRateHigh.delayMinutes': 10_000 },
      { 'accident.heartRateLow.limit': 115 },
    ]) {
      expect((await send({ place: { kind: 'room', roomId: 'akane-1' }, overrides })).status).toBe(
        400,
      );
    }
  });

  it('counts judged alarms by kind and by room in a period, for accessible rooms, without tests', async () => {
    const at = new Date('2026-02-03T00:00:00Z');
    await live.commit([
      aRoom('akane-2', 'akane', { name: '202' }),
      anAccident('akane-1', 'a', { kind: 'fall', raisedAt: at, useful: true }),
      anAccident('akane-1', 'b', { kind: 'fall', raisedAt: at, useful: false }),
      anAccident('akane-1', 'c', { kind: 'bedExit', raisedAt: at }),
      anAccident('akane-1', 'd', { kind: 'test', raisedAt: at }),
      anAccident('akane-1', 'e', { kind: 'call', raisedAt: at, outcome: 'test', useful: true }),
      anAccident('akane-1', 'f', {
        kind: 'fall',
        raisedAt: new Date('2026-03-01T00:00:00Z'),
        useful: true,
      }),
      anAccident('akane-2', 'g', { kind: 'fall', raisedAt: at, useful: true }),
      anAccident('mizuki-1', 'h', { kind: 'fall', raisedAt: at, useful: true }),
    ]);
    const of = async (scope: 'room' | 'domain', roomId = 'akane-1') => {
      const reply = await fetch(
        `${live.address}/api/rooms/${roomId}/accident-usefulness?scope=${scope}&from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z`,
        { headers: { cookie } },
      );
      return reply.ok ? accidentApi.usefulness.reply.parse(await reply.json()) : reply.status;
    };
    const room = { roomId: 'akane-1', roomName: '201', alarms: 3, useful: 1, useless: 1 };
    expect(await of('room')).toEqual({
      kinds: [
        { kind: 'fall', alarms: 2, useful: 1, useless: 1 },
        { kind: 'bedExit', alarms: 1, useful: 0, useless: 0 },
      ],
      rooms: [room],
    });
    expect(await of('domain')).toEqual({
      kinds: [
        { kind: 'fall', alarms: 3, useful: 2, useless: 1 },
        { kind: 'bedExit', alarms: 1, useful: 0, useless: 0 },
      ],
      rooms: [room, { roomId: 'akane-2', roomName: '202', alarms: 1, useful: 1, useless: 0 }],
    });
    expect(await of('room', 'mizuki-1')).toBe(404);
  });
});
