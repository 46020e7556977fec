import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAccidentFixture, type AccidentFixture } from './testing/accident-fixture.ts';

let fixture: AccidentFixture;
beforeAll(async () => {
  fixture = await startAccidentFixture();
});
afterAll(() => fixture.close());

const MINUTE_MS = 60_000;
const sato = { userId: 'sato', name: '佐藤' };
/** Some minutes before now, as milliseconds and as the evidence of an alarm. */
function aGap(fromMinutesAgo: number, untilMinutesAgo: number) {
  const fromMs = fixture.clock.nowMs - fromMinutesAgo * MINUTE_MS;
  const untilMs = fixture.clock.nowMs - untilMinutesAgo * MINUTE_MS;
  const times = { from: new Date(fromMs), to: new Date(untilMs) };
  return { fromMs, untilMs, evidence: { serial: null, streamId: null, ...times } };
}

describe('data that no rule evaluated (P69)', () => {
  it('raises an alarm with the time of the data, and notifies', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId);
    const { evidence, ...missed } = aGap(30, 14);
    server.evaluator.missed(roomId, missed);
    await server.evaluator.idle();
    expect(await fixture.all(roomId)).toEqual([
      expect.objectContaining({
        kind: 'monitoringGap',
        severity: 'medium',
        source: 'system',
        state: 'raised',
        evidence,
      }),
    ]);
    expect(await fixture.open(roomId)).toMatchObject([{ kind: 'monitoringGap', state: 'raised' }]);
    await expect
      .poll(() => fixture.sent.filter((notification) => notification.roomId === roomId))
      .toMatchObject([{ what: 'raised', step: 0 }]);
  });

  it('raises no second alarm when the next owner finds the same gap, even if it was resolved', async () => {
    const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
    const missed = aGap(30, 14);
    one.evaluator.missed(roomId, missed);
    await one.evaluator.idle();
    const [alarm] = await fixture.all(roomId);
    const command = {
      roomId,
      accidentId: alarm?.id ?? '',
      by: sato,
      author: { userId: sato.userId },
    };
    fixture.clock.nowMs += 1_000;
    await one.service.resolve(command, { outcome: 'helped' });
    two.evaluator.missed(roomId, missed);
    await two.evaluator.idle();
    expect(await fixture.all(roomId)).toMatchObject([{ state: 'resolved', repeats: 1 }]);
  });

  it('adds a later gap to the open alarm', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    const first = aGap(40, 25);
    server.evaluator.missed(roomId, first);
    await server.evaluator.idle();
    fixture.clock.nowMs += 1_000;
    const later = aGap(20, 3);
    server.evaluator.missed(roomId, later);
    await server.evaluator.idle();
    expect(await fixture.all(roomId)).toMatchObject([
      { repeats: 2, evidence: { from: first.evidence.from, to: later.evidence.to } },
    ]);
  });

  it('keeps the gap until it is stored, so that the cursor does not pass it', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    const { database } = fixture.documents.temporary;
    await database.query({
      text: `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`,
    });
    await database.query({
      text: `create trigger no_room before insert on documents for each row when (new.collection = 'accident') execute function no_room()`,
    });
    server.evaluator.missed(roomId, aGap(30, 14));
    await server.evaluator.idle();
    expect(server.evaluator.hasUnstored()).toBe(true);
    await database.query({ text: 'drop function no_room cascade' });
    await fixture.beat([server], roomId);
    expect(server.evaluator.hasUnstored()).toBe(false);
    expect(await fixture.all(roomId)).toMatchObject([{ kind: 'monitoringGap' }]);
  });

  it('forgets the gap of a deleted room', async () => {
    const server = fixture.server();
    server.evaluator.missed('deleted-room', aGap(30, 14));
    await server.evaluator.idle();
    expect(server.evaluator.hasUnstored()).toBe(false);
  });
});
