import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccidentStage, type AccidentStage } from './testing/accident-stage.ts';

let stage: AccidentStage;
beforeAll(async () => {
  stage = await openAccidentStage();
});
afterAll(() => stage.close());

const MINUTE_MS = 60_000;
const sato = { userId: 'sato', name: '佐藤' };
/** Some minutes before now, as milliseconds and as the evidence of an alarm. */
function aGap(fromMinutesAgo: number, untilMinutesAgo: number) {
  const fromMs = stage.clock.nowMs - fromMinutesAgo * MINUTE_MS;
  const untilMs = stage.clock.nowMs - untilMinutesAgo * MINUTE_MS;
  const times = { from: new Date(fromMs), to: new Date(untilMs) };
  return { fromMs, untilMs, evidence: { serial: null, streamId: null, ...times } };
}

describe('data that no rule evaluated (P69)', () => {
  it('raises an alarm with the time of the data, and notifies', async () => {
    const [roomId, server] = [await stage.room(), stage.server()];
    await stage.beat([server], roomId);
    const { evidence, ...missed } = aGap(30, 14);
    server.watch.missed(roomId, missed);
    await server.watch.idle();
    expect(await stage.all(roomId)).toEqual([
      expect.objectContaining({
        kind: 'monitoringGap',
        severity: 'medium',
        source: 'system',
        state: 'raised',
        evidence,
      }),
    ]);
    expect(await stage.open(roomId)).toMatchObject([{ kind: 'monitoringGap', state: 'raised' }]);
    await expect
      .poll(() => stage.told.filter((told) => told.roomId === roomId))
      .toMatchObject([{ what: 'raised', step: 0 }]);
  });

  it('raises no second alarm when the next owner finds the same gap, even if it was resolved', async () => {
    const [roomId, one, two] = [await stage.room(), stage.server(), stage.server()];
    const missed = aGap(30, 14);
    one.watch.missed(roomId, missed);
    await one.watch.idle();
    const [alarm] = await stage.all(roomId);
    const command = {
      roomId,
      accidentId: alarm?.id ?? '',
      by: sato,
      author: { userId: sato.userId },
    };
    stage.clock.nowMs += 1_000;
    await one.service.resolve(command, { outcome: 'helped' });
    two.watch.missed(roomId, missed);
    await two.watch.idle();
    expect(await stage.all(roomId)).toMatchObject([{ state: 'resolved', repeats: 1 }]);
  });

  it('adds a later gap to the open alarm', async () => {
    const [roomId, server] = [await stage.room(), stage.server()];
    const first = aGap(40, 25);
    server.watch.missed(roomId, first);
    await server.watch.idle();
    stage.clock.nowMs += 1_000;
    const later = aGap(20, 3);
    server.watch.missed(roomId, later);
    await server.watch.idle();
    expect(await stage.all(roomId)).toMatchObject([
      { repeats: 2, evidence: { from: first.evidence.from, to: later.evidence.to } },
    ]);
  });

  it('keeps the gap until it is stored, so that the cursor does not pass it', async () => {
    const [roomId, server] = [await stage.room(), stage.server()];
    const { database } = stage.documents.temporary;
    await database.query({
      text: `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`,
    });
    await database.query({
      text: `create trigger no_room before insert on documents for each row when (new.collection = 'accident') execute function no_room()`,
    });
    server.watch.missed(roomId, aGap(30, 14));
    await server.watch.idle();
    expect(server.watch.hasUnstored()).toBe(true);
    await database.query({ text: 'drop function no_room cascade' });
    await stage.beat([server], roomId);
    expect(server.watch.hasUnstored()).toBe(false);
    expect(await stage.all(roomId)).toMatchObject([{ kind: 'monitoringGap' }]);
  });

  it('forgets the gap of a deleted room', async () => {
    const server = stage.server();
    server.watch.missed('deleted-room', aGap(30, 14));
    await server.watch.idle();
    expect(server.watch.hasUnstored()).toBe(false);
  });
});
