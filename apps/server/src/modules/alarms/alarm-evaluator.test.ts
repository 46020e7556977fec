import { FORGOTTEN_AFTER_MINUTES, UNKNOWN_FACTS } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isUrgent } from '../../core/database/urgent-work.ts';
import { createAlarmEvaluator } from './alarm-evaluator.ts';
import { startAccidentFixture, type AccidentFixture } from './testing/accident-fixture.ts';

let fixture: AccidentFixture;
beforeAll(async () => {
  fixture = await startAccidentFixture();
});
afterAll(() => fixture.close());

const FORGOTTEN_MS = FORGOTTEN_AFTER_MINUTES * 60_000;
const sato = { userId: 'sato', name: '佐藤' };
const kato = { userId: 'kato', name: '加藤' };
const acknowledgedBy = (roomId: string, accidentId: string, by = sato) => ({
  roomId,
  accidentId,
  by,
  author: { userId: by.userId },
});
const lines = async (roomId: string) =>
  (await fixture.all(roomId)).map(({ kind, state, repeats }) => `${kind} ${state} ${repeats}`);
const sure = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('value is undefined');
  return value;
};

describe('a server that takes over many rooms', () => {
  it('reads them eight at a time until all are read', async () => {
    const server = fixture.server();
    const roomIds = await Promise.all(Array.from({ length: 30 }, () => fixture.room()));
    const reads = { now: 0, most: 0, all: 0 };
    const evaluator = createAlarmEvaluator({
      repository: server.repository,
      rules: server.rules,
      facts: {
        ...fixture.facts,
        async last(roomId, nowMs) {
          reads.now += 1;
          reads.all += 1;
          reads.most = Math.max(reads.most, reads.now);
          try {
            return await fixture.facts.last(roomId, nowMs);
          } finally {
            reads.now -= 1;
          }
        },
      },
      nowMs: () => fixture.clock.nowMs,
      elapsedMs: () => fixture.clock.nowMs,
      log: { warn: (_fields, words) => expect.fail(words) },
    });
    evaluator.observe(
      new Map(roomIds.map((roomId) => [roomId, { facts: UNKNOWN_FACTS, open: [] }])),
      fixture.clock.nowMs,
    );
    await evaluator.idle();
    expect(reads).toEqual({ now: 0, most: 8, all: 30 });
    await evaluator.close();
  });
});

describe('the rules of a room', () => {
  it('the evaluator reads the rules on the reserved connections', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    const reads: boolean[] = [];
    const evaluator = createAlarmEvaluator({
      repository: server.repository,
      rules: {
        ...server.rules,
        getConfig: (id) => {
          reads.push(isUrgent());
          return server.rules.getConfig(id);
        },
      },
      facts: fixture.facts,
      nowMs: () => fixture.clock.nowMs,
      elapsedMs: () => fixture.clock.nowMs,
      log: { warn: (_fields, words) => expect.fail(words) },
    });
    const room = new Map([[roomId, { facts: UNKNOWN_FACTS, open: [] }]]);
    evaluator.observe(room, fixture.clock.nowMs);
    await evaluator.idle();
    evaluator.observe(room, fixture.clock.nowMs + 1_000);
    await evaluator.idle();
    await evaluator.close();
    expect(reads).toEqual([true, true]);
  });
});

describe('hasUnstored after a server stops', () => {
  it('returns true if a fall of a newly owned room could not be stored', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    const evaluator = createAlarmEvaluator({
      repository: server.repository,
      rules: server.rules,
      facts: { ...fixture.facts, last: () => Promise.reject(new Error('away')) },
      nowMs: () => fixture.clock.nowMs,
      elapsedMs: () => fixture.clock.nowMs,
      log: { warn: () => undefined },
    });
    const atMs = fixture.clock.nowMs - 3_000;
    evaluator.replayed(roomId, [
      {
        atMs,
        events: [
          {
            kind: 'fall',
            atMs,
            serial: 'A',
            streamId: 1,
            deviceTimeUs: fixture.clock.nowMs * 1000,
          },
        ],
      },
    ]);
    await evaluator.close();
    expect(evaluator.hasUnstored()).toBe(true);
  });

  it('returns true if the database did not store a fall', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId);
    server.kill();
    await fixture.fall(server, roomId);
    await server.evaluator.close();
    expect(server.evaluator.hasUnstored()).toBe(true);
  });

  it('returns false once the observations are stored', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    await server.evaluator.close();
    expect(server.evaluator.hasUnstored()).toBe(false);
  });
});

describe('T29 the life of an alarm', () => {
  it('T29 raise: a fall is stored immediately, with its time and its source, and the room lists it', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    const [accident] = await fixture.all(roomId);
    expect(accident).toMatchObject({
      kind: 'fall',
      severity: 'high',
      source: 'sensor',
      state: 'raised',
      repeats: 1,
      evidence: { serial: 'A', streamId: 1 },
      reason: { rule: 'simple' },
      latencyMs: 0,
    });
    expect(accident?.raisedAt).toEqual(new Date(fixture.clock.nowMs));
    expect(await fixture.open(roomId)).toEqual([
      expect.objectContaining({
        id: accident?.id,
        kind: 'fall',
        state: 'raised',
        repeats: 1,
        by: null,
      }),
    ]);
  });

  it('T29 raise: an alarm that a full disk rejected is retried, and is stored once there is space', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    const { database } = fixture.documents.temporary;
    await fixture.beat([server], roomId);
    await database.query({
      text: `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`,
    });
    await database.query({
      text: `create trigger no_room before insert on documents for each row when (new.collection = 'accident') execute function no_room()`,
    });
    await fixture.fall(server, roomId).catch(() => undefined);
    await fixture.beat([server], roomId).catch(() => undefined);
    expect(await fixture.all(roomId)).toEqual([]);
    await database.query({ text: 'drop function no_room cascade' });
    await fixture.beat([server], roomId);
    expect(await lines(roomId)).toEqual(['fall raised 1']);
  });

  it('T29 acknowledge: when two members on two servers acknowledge at once, one becomes the responder and both see who', async () => {
    const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
    await fixture.beat([one], roomId);
    await fixture.fall(one, roomId);
    const { id } = sure((await fixture.all(roomId))[0]);
    const [first, second] = await Promise.all([
      one.service.acknowledge(acknowledgedBy(roomId, id)),
      two.service.acknowledge(acknowledgedBy(roomId, id, kato)),
    ]);
    expect(first.accident.acknowledgedBy).toEqual(second.accident.acknowledgedBy);
    const [stored] = await fixture.all(roomId);
    expect(stored?.history.map(({ act }) => act)).toEqual(['raised', 'acknowledged']);
    expect(await fixture.open(roomId)).toEqual([
      expect.objectContaining({ state: 'acknowledged', by: first.accident.acknowledgedBy }),
    ]);
  });

  it.each([30 * 60_000, 3_600_000 - 500])(
    'T31 a fall that a killed server had stored stays one alarm when it is read again (%i ms into an hour)',
    async (inHourMs) => {
      fixture.clock.nowMs = Math.ceil(fixture.clock.nowMs / 3_600_000) * 3_600_000 + inHourMs;
      const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
      await fixture.beat([one], roomId);
      const receivedMs = fixture.clock.nowMs;
      await fixture.fall(one, roomId);
      await fixture.beat([one], roomId, { heartRate: 61 }, 40);
      one.kill();
      fixture.clock.nowMs += 2_000;
      const fall = (atMs: number, serial: string) => ({
        atMs,
        // Another server may compute a slightly different time.
        events: [
          {
            kind: 'fall' as const,
            atMs: atMs + 14_000,
            serial,
            streamId: 1,
            deviceTimeUs: (atMs - 3_000) * 1000,
          },
        ],
      });
      two.evaluator.replayed(roomId, [fall(receivedMs + 100, 'A')]);
      expect(two.evaluator.hasUnstored()).toBe(true);
      await fixture.beat([two], roomId, {}, 3);
      expect(two.evaluator.hasUnstored()).toBe(false);
      expect(await lines(roomId)).toEqual(['fall raised 1']);
      two.evaluator.replayed(roomId, [fall(receivedMs + 20_000, 'B')]);
      await fixture.beat([two], roomId, {}, 3);
      expect(await lines(roomId)).toEqual(['fall raised 2']);
    },
  );

  it('T31 a fall that the device resends to the next server is one alarm', async () => {
    const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
    await fixture.beat([one], roomId);
    const fall = {
      kind: 'fall' as const,
      atMs: fixture.clock.nowMs,
      serial: 'A',
      streamId: 1,
      deviceTimeUs: fixture.clock.nowMs * 1000,
    };
    one.evaluator.happened(roomId, fall, fixture.clock.nowMs);
    await fixture.beat([one], roomId, {}, 2);
    one.kill();
    await fixture.beat([two], roomId, {}, 8);
    two.evaluator.happened(roomId, { ...fall, atMs: fall.atMs + 9_000 }, fixture.clock.nowMs);
    await fixture.beat([two], roomId, {}, 3);
    expect(await lines(roomId)).toEqual(['fall raised 1']);
    // The device restarted and reuses an earlier time.
    await fixture.beat([two], roomId, {}, 16 * 60);
    two.evaluator.happened(roomId, fall, fixture.clock.nowMs);
    await fixture.beat([two], roomId, {}, 3);
    expect(await lines(roomId)).toEqual(['fall raised 2']);
  });

  it('T31 repeats that the previous server counted are not counted with a new one', async () => {
    const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
    await fixture.beat([one], roomId);
    for (let count = 0; count < 2; count += 1) {
      await fixture.fall(one, roomId);
      await fixture.beat([one], roomId, {}, 30);
    }
    one.kill();
    const atMs = fixture.clock.nowMs;
    const third = { kind: 'fall' as const, atMs, serial: 'A', streamId: 1 };
    two.evaluator.replayed(roomId, [{ atMs, events: [{ ...third, deviceTimeUs: atMs * 1000 }] }]);
    await fixture.beat([two], roomId, {}, 3);
    expect(await lines(roomId)).toEqual(['fall raised 3']);
  });

  it('T31 the new owner raises a condition that began while the room had no owner, as of its beginning', async () => {
    const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
    await fixture.beat([one], roomId, { heartRate: 60 });
    const fromMs = fixture.clock.nowMs;
    one.kill();
    fixture.clock.nowMs += 125_000;
    const facts = { ...UNKNOWN_FACTS, presence: 'inBed' as const };
    two.evaluator.replayed(
      roomId,
      Array.from({ length: 125 }, (_unused, second) => ({
        atMs: fromMs + second * 1_000,
        facts: { ...facts, heartRate: second < 2 ? 60 : 125 },
      })),
    );
    await two.evaluator.idle();
    expect(await lines(roomId)).toEqual(['heartRateHigh raised 1']);
    expect((await fixture.all(roomId))[0]?.evidence?.from).toEqual(new Date(fromMs + 2_000));
  });

  it('T32 a duration restarts when the clock jumps forward by an hour', async () => {
    const roomId = await fixture.room({
      parameterOverrides: { 'accident.heartRateHigh.delayMinutes': 1 },
    });
    const server = fixture.server();
    await fixture.beat([server], roomId, { heartRate: 125 }, 10);
    fixture.clock.nowMs += 3_600_000;
    fixture.elapsed.stepMs -= 3_600_000;
    await fixture.beat([server], roomId, { heartRate: 125 }, 59);
    expect(await lines(roomId)).toEqual([]);
    await fixture.beat([server], roomId, { heartRate: 125 }, 3);
    expect(await lines(roomId)).toEqual(['heartRateHigh raised 1']);
    fixture.elapsed.stepMs = 0;
  });

  it('T29 acknowledge: after the resolution, acknowledging returns the resolved alarm and changes nothing', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    const { id } = sure((await fixture.all(roomId))[0]);
    await server.service.arrive(acknowledgedBy(roomId, id));
    const resolved = await server.service.resolve(acknowledgedBy(roomId, id), {
      outcome: 'helped',
      useful: true,
    });
    expect((await server.service.acknowledge(acknowledgedBy(roomId, id, kato))).accident).toEqual(
      resolved.accident,
    );
    expect(await fixture.open(roomId)).toEqual([]);
    expect((await server.service.reopen(acknowledgedBy(roomId, id))).accident).toMatchObject({
      state: 'arrived',
      arrivedBy: sato,
    });
  });

  it('T29 clear: a rule that ends resolves its alarm, unless the alarm has a responder', async () => {
    const [roomId, server] = [
      await fixture.room({ parameterOverrides: { 'accident.bedExit.enabled': true } }),
      fixture.server(),
    ];
    const out = () => ({
      presence: 'outOfBed' as const,
      presenceSinceMs: fixture.clock.nowMs + 1000,
    });
    await fixture.beat([server], roomId);
    await fixture.beat([server], roomId, out());
    expect(await lines(roomId)).toEqual(['bedExit raised 1']);
    await fixture.beat([server], roomId, { presence: 'inBed' }, 31);
    expect(await lines(roomId)).toEqual(['bedExit resolved 1']);
    await fixture.beat([server], roomId, out());
    const { id } = sure((await fixture.all(roomId))[1]);
    await server.service.acknowledge(acknowledgedBy(roomId, id));
    await fixture.beat([server], roomId, { presence: 'inBed' }, 31);
    expect(await fixture.open(roomId)).toEqual([
      expect.objectContaining({ id, state: 'acknowledged', overAt: expect.any(Date) }),
    ]);
    await fixture.beat([server], roomId, out());
    expect(await lines(roomId)).toEqual(['bedExit resolved 1', 'bedExit acknowledged 2']);
  });

  it('T29 sensor lost: a lost device raises only a technical alarm, which ends when the device is back', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId, { heartRate: 130 }, 60);
    await fixture.beat(
      [server],
      roomId,
      { deviceOffline: 'A', heartRate: null, presence: 'unknown', breath: { kind: 'unknown' } },
      120,
    );
    expect(await lines(roomId)).toEqual(['deviceOffline raised 1']);
    expect(sure((await fixture.all(roomId))[0])).toMatchObject({
      severity: 'technical',
      source: 'system',
      evidence: { serial: 'A' },
    });
    const [room] = await fixture.documents.store.read([`room/${roomId}`]);
    expect(room?.data['live']).toMatchObject({ openAccidents: 0 });
    await fixture.beat(
      [server],
      roomId,
      { deviceOffline: null, heartRate: 60, presence: 'inBed' },
      31,
    );
    expect(await lines(roomId)).toEqual(['deviceOffline resolved 1']);
  });

  it('T29 restart while raised: the alarm stays, is not raised twice, and ends with its condition', async () => {
    const [roomId, first] = [
      await fixture.room({ parameterOverrides: { 'accident.heartRateHigh.clears': true } }),
      fixture.server(),
    ];
    await fixture.beat([first], roomId);
    await fixture.beat([first], roomId, { heartRate: 130 }, 121);
    expect(await lines(roomId)).toEqual(['heartRateHigh raised 1']);
    first.kill();
    const second = fixture.server();
    await fixture.beat([second], roomId, {}, 40);
    expect(await lines(roomId)).toEqual(['heartRateHigh raised 1']);
    await fixture.beat([second], roomId, { heartRate: 80 }, 31);
    expect(await lines(roomId)).toEqual(['heartRateHigh resolved 1']);
  });

  it('T29 restart before the delay elapsed: the next server raises the alarm as of its due time', async () => {
    const [roomId, first] = [await fixture.room(), fixture.server()];
    await fixture.beat([first], roomId);
    const beganMs = fixture.clock.nowMs + 1000;
    await fixture.beat([first], roomId, { heartRate: 130 }, 100);
    first.kill();
    await fixture.beat([fixture.server()], roomId, {}, 30);
    expect((await fixture.all(roomId)).map(({ raisedAt }) => raisedAt.getTime())).toEqual([
      beganMs + 120_000,
    ]);
  });

  it('T29 restart after unobserved hours: older facts raise nothing', async () => {
    const [roomId, first] = [await fixture.room(), fixture.server()];
    await fixture.beat(
      [first],
      roomId,
      { presence: 'outOfBed', presenceSinceMs: fixture.clock.nowMs + 1000 },
      31,
    );
    first.kill();
    fixture.clock.nowMs += 3 * 3_600_000;
    await fixture.beat(
      [fixture.server()],
      roomId,
      { presence: 'inBed', presenceSinceMs: fixture.clock.nowMs },
      5,
    );
    expect(await lines(roomId)).toEqual([]);
  });

  it('T29 two servers that both own a room for a moment raise one alarm, and none when one of them stops', async () => {
    const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
    await fixture.beat([one, two], roomId, {}, 2);
    await fixture.beat([one, two], roomId, { heartRate: 130, deviceOffline: 'A' }, 125);
    expect((await lines(roomId)).toSorted()).toEqual([
      'deviceOffline raised 1',
      'heartRateHigh raised 1',
    ]);
    await one.stop();
    await fixture.beat([two], roomId, {}, 5);
    expect((await lines(roomId)).toSorted()).toEqual([
      'deviceOffline raised 1',
      'heartRateHigh raised 1',
    ]);
  });

  it('T29 a rule that fires a hundred times a minute creates one alarm that counts a hundred', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId);
    for (let index = 0; index < 100; index += 1) {
      fixture.clock.nowMs += 600;
      server.evaluator.happened(
        roomId,
        {
          kind: 'fall',
          atMs: fixture.clock.nowMs,
          serial: 'A',
          streamId: 1,
          deviceTimeUs: fixture.clock.nowMs * 1000,
        },
        fixture.clock.nowMs,
      );
    }
    await server.evaluator.idle();
    await fixture.beat([server], roomId, {}, 3);
    expect(await lines(roomId)).toEqual(['fall raised 100']);
    server.kill();
    await fixture.beat([fixture.server()], roomId, {}, 3);
    expect(await lines(roomId)).toEqual(['fall raised 100']);
  });

  it('T29 escalation: the next group is notified once over two servers, and not after a response', async () => {
    const escalation = [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b', 'c'], afterMinutes: 2 },
      { name: 'manager', userIds: ['m'], afterMinutes: null },
    ];
    const [roomId, one, two] = [
      await fixture.room({ escalation }),
      fixture.server(),
      fixture.server(),
    ];
    await fixture.beat([one], roomId);
    await fixture.fall(one, roomId);
    const raisedMs = fixture.clock.nowMs;
    fixture.clock.nowMs += 115_000;
    await fixture.beat([one, two], roomId, {}, 4);
    expect((await fixture.all(roomId))[0]?.escalation.step).toBe(0);
    await fixture.beat([one, two], roomId, {}, 3);
    const { id, escalation: stood, history } = sure((await fixture.all(roomId))[0]);
    expect(stood).toEqual({
      step: 1,
      at: new Date(raisedMs + 120_000),
      nextAt: new Date(raisedMs + 300_000),
    });
    expect(history.map(({ act }) => act)).toEqual(['raised', 'escalated']);
    await expect
      .poll(() =>
        fixture.sent
          .filter(({ accidentId }) => accidentId === id)
          .map(({ what, step, userIds }) => `${what} ${step} ${String(userIds)}`),
      )
      .toEqual(['raised 0 a', 'escalated 1 b,c']);
    await two.service.acknowledge(acknowledgedBy(roomId, id));
    fixture.clock.nowMs += 300_000;
    await fixture.beat([one, two], roomId, {}, 2);
    expect((await fixture.all(roomId))[0]?.escalation).toMatchObject({
      step: 1,
      nextAt: new Date(fixture.clock.nowMs - 302_000 + FORGOTTEN_MS),
    });
  });

  it('T29 forgotten: a responder who never arrives is reported once over two servers; one who arrived is not', async () => {
    const escalation = [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 60 },
    ];
    const [one, two] = [fixture.server(), fixture.server()];
    // Excludes the end of the condition.
    const listActs = async (roomId: string) =>
      (await fixture.all(roomId))[0]?.history.flatMap(({ act }) => (act === 'over' ? [] : [act]));
    const [forgotten, arrived] = [
      await fixture.room({ escalation }),
      await fixture.room({ escalation }),
    ];
    for (const roomId of [forgotten, arrived]) {
      await fixture.beat([one], roomId);
      await fixture.fall(one, roomId);
      await one.service.acknowledge(
        acknowledgedBy(roomId, sure((await fixture.all(roomId))[0]).id),
      );
    }
    await one.service.arrive(acknowledgedBy(arrived, sure((await fixture.all(arrived))[0]).id));
    fixture.clock.nowMs += FORGOTTEN_MS - 20_000;
    for (const roomId of [forgotten, arrived]) await fixture.beat([one, two], roomId, {}, 2);
    expect(await listActs(forgotten)).toEqual(['raised', 'acknowledged']);
    fixture.clock.nowMs += 20_000;
    for (const roomId of [forgotten, arrived]) await fixture.beat([one, two], roomId, {}, 3);
    expect(await listActs(forgotten)).toEqual(['raised', 'acknowledged', 'escalated']);
    expect(await listActs(arrived)).toEqual(['raised', 'acknowledged', 'arrived']);
    expect((await fixture.all(forgotten))[0]).toMatchObject({
      state: 'acknowledged',
      acknowledgedBy: { userId: 'sato' },
      escalation: { step: 1, nextAt: null },
    });
    await expect
      .poll(() =>
        fixture.sent
          .filter(({ roomId }) => roomId === forgotten)
          .map(({ what, userIds }) => `${what} ${String(userIds)}`),
      )
      .toEqual(['raised a', 'acknowledged ', 'forgotten b']);
  });

  it('T29 repeat: a fall long after the responder arrived notifies like a new one; a fall during the response is only counted', async () => {
    const escalation = [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 5 },
    ];
    const [roomId, server] = [await fixture.room({ escalation }), fixture.server()];
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    const { id } = sure((await fixture.all(roomId))[0]);
    await server.service.arrive(acknowledgedBy(roomId, id));
    fixture.clock.nowMs += 60_000;
    await fixture.fall(server, roomId);
    expect(await lines(roomId)).toEqual(['fall arrived 2']);
    fixture.clock.nowMs += FORGOTTEN_MS;
    await fixture.fall(server, roomId);
    const [again] = await fixture.all(roomId);
    expect(again).toMatchObject({
      id,
      state: 'raised',
      repeats: 3,
      arrivedBy: null,
      escalation: { step: 0, nextAt: new Date(sure(again?.lastAt?.getTime()) + 300_000) },
    });
    expect(await fixture.open(roomId)).toEqual([
      expect.objectContaining({ id, state: 'raised', by: null }),
    ]);
    await expect
      .poll(() =>
        fixture.sent
          .filter((one) => one.roomId === roomId)
          .map(({ what, userIds }) => `${what} ${String(userIds)}`),
      )
      .toEqual(['raised a', 'acknowledged ', 'raised a']);
  });

  it('T29 reopen: an alarm resolved too soon without a response notifies the next group on time', async () => {
    const escalation = [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 5 },
    ];
    const [roomId, server] = [await fixture.room({ escalation }), fixture.server()];
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    const { id } = sure((await fixture.all(roomId))[0]);
    await server.service.resolve(acknowledgedBy(roomId, id), { outcome: 'falseAlarm' });
    await server.service.reopen(acknowledgedBy(roomId, id));
    fixture.clock.nowMs += 300_000;
    await fixture.beat([server], roomId, {}, 2);
    expect((await fixture.all(roomId))[0]).toMatchObject({
      state: 'raised',
      escalation: { step: 1 },
    });
  });

  it('T29 an alarm resolved while its condition persists is raised again after ten minutes', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId, { deviceOffline: 'A' }, 2);
    const { id } = sure((await fixture.all(roomId))[0]);
    await server.service.resolve(acknowledgedBy(roomId, id), { outcome: 'other' });
    fixture.clock.nowMs += 590_000;
    await fixture.beat([server], roomId, {}, 4);
    expect(await lines(roomId)).toEqual(['deviceOffline resolved 1']);
    fixture.clock.nowMs += 600_000;
    await fixture.beat([server], roomId, {}, 12);
    expect(await lines(roomId)).toEqual(['deviceOffline resolved 1', 'deviceOffline raised 1']);
  });

  it('T29 a changed threshold takes effect within seconds', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId, { heartRate: 100 }, 5);
    await fixture.documents.store.commit(
      [
        {
          kind: 'update',
          path: `room/${roomId}`,
          fields: [
            {
              field: ['parameterOverrides'],
              value: {
                'accident.heartRateHigh.limit': 95,
                'accident.heartRateHigh.delayMinutes': 0,
              },
            },
          ],
        },
      ],
      { userId: null },
    );
    await vi.waitFor(
      async () => {
        await fixture.beat([server], roomId);
        expect(await lines(roomId)).toEqual(['heartRateHigh raised 1']);
      },
      { timeout: 120_000, interval: 50 },
    );
    expect((await fixture.all(roomId))[0]?.reason).toEqual({
      rule: 'simple',
      value: 100,
      limit: 95,
      delayMinutes: 0,
      times: null,
      withinMinutes: null,
    });
  });
});

describe('a clock that was an hour ahead for a minute', () => {
  const HOUR_MS = 3_600_000;
  const HIGH = { heartRate: 150 };

  it('delays no rule once it is right again, and the log names the restarted rules', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId, {}, 2);
    fixture.clock.nowMs += HOUR_MS;
    await fixture.beat([server], roomId, {}, 60);
    fixture.clock.nowMs -= HOUR_MS;
    await fixture.beat([server], roomId);
    const beganMs = fixture.clock.nowMs;
    await fixture.beat([server], roomId, HIGH, 300);
    const [raised] = (await fixture.all(roomId)).filter(({ kind }) => kind === 'heartRateHigh');
    const raisedMs = raised?.raisedAt.getTime() ?? Infinity;
    expect(raisedMs - beganMs).toBeLessThanOrEqual(300_000);
    expect(raisedMs).toBeGreaterThan(beganMs);
  });

  it('delays no rule after a restart', async () => {
    const [roomId, one] = [await fixture.room(), fixture.server()];
    await fixture.beat([one], roomId, {}, 2);
    fixture.clock.nowMs += HOUR_MS;
    await fixture.beat([one], roomId, {}, 60);
    await one.stop();
    fixture.clock.nowMs -= HOUR_MS;
    const two = fixture.server();
    await fixture.beat([two], roomId);
    await fixture.beat([two], roomId, HIGH, 300);
    expect(await lines(roomId)).toContain('heartRateHigh raised 1');
  });

  it('hides no fall that happens after one that it stored an hour ahead', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    fixture.clock.nowMs += HOUR_MS;
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    const { id } = sure((await fixture.open(roomId))[0]);
    await server.service.resolve(acknowledgedBy(roomId, id), { outcome: 'helped' });
    fixture.clock.nowMs -= HOUR_MS;
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    expect((await fixture.open(roomId)).map(({ kind }) => kind)).toEqual(['fall']);
  });

  it('delays no escalation beyond its minutes', async () => {
    const escalation = [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 2 },
    ];
    const [roomId, server] = [await fixture.room({ escalation }), fixture.server()];
    await fixture.beat([server], roomId);
    fixture.clock.nowMs += HOUR_MS;
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    await fixture.beat([server], roomId);
    fixture.clock.nowMs -= HOUR_MS;
    fixture.elapsed.stepMs += HOUR_MS;
    await fixture.beat([server], roomId, {}, 125);
    expect((await fixture.all(roomId)).map(({ escalation: { step } }) => step)).toEqual([1]);
  });
});
