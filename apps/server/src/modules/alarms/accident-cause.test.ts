import type { RoomFacts } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAccidentFixture, type AccidentFixture } from './testing/accident-fixture.ts';

let fixture: AccidentFixture;
beforeAll(async () => {
  fixture = await startAccidentFixture();
});
afterAll(() => fixture.close());

const MINUTE_S = 60;
const sato = { userId: 'sato', name: '佐藤' };
const only = async (roomId: string) => {
  const [accident] = await fixture.all(roomId);
  return accident ?? expect.fail('no accident was raised');
};
const shown = async (roomId: string) => {
  const [accident] = await fixture.open(roomId);
  return accident ?? expect.fail('the room shows no accident');
};
const notifications = (roomId: string) =>
  fixture.sent.filter((notification) => notification.roomId === roomId).map(({ what }) => what);

/** A room with three breathing pauses of half a minute in quick succession. */
async function apnoea() {
  const [roomId, server] = [await fixture.room(), fixture.server()];
  const pause = async (): Promise<void> => {
    const breath: RoomFacts['breath'] = { kind: 'paused', sinceMs: fixture.clock.nowMs };
    await fixture.beat([server], roomId, { breath }, 30);
    await fixture.beat([server], roomId, { breath: { kind: 'seen' } }, 20);
  };
  for (let count = 0; count < 3; count += 1) await pause();
  return { roomId, server, pause };
}

describe('an apnoea alarm', () => {
  it('stays open between two pauses, so its row keeps its place', async () => {
    const { roomId, server, pause } = await apnoea();
    await fixture.beat([server], roomId, {}, 9 * MINUTE_S);
    expect(await only(roomId)).toMatchObject({ state: 'raised', repeats: 1, overAt: null });
    await pause();
    expect(await only(roomId)).toMatchObject({ state: 'raised', repeats: 2, overAt: null });
    expect(notifications(roomId)).not.toContain('over');
  });

  it('repeats while breathing pauses recur, and ends after ten minutes without a pause', async () => {
    const { roomId, server, pause } = await apnoea();
    await pause();
    const ringing = await only(roomId);
    expect([ringing.repeats, ringing.overAt]).toEqual([2, null]);
    await fixture.beat([server], roomId, {}, 11 * MINUTE_S);
    const over = await only(roomId);
    expect(over).toMatchObject({ state: 'raised', repeats: 2, overAt: expect.any(Date) });
    expect((await shown(roomId)).overAt).toEqual(over.overAt);
    // Single pauses are below the rule: the count does not grow while it is over.
    await pause();
    expect((await only(roomId)).repeats).toBe(2);
    await expect.poll(() => notifications(roomId)).toContain('over');
  });

  it('stays over after a restart', async () => {
    const { roomId, server } = await apnoea();
    await fixture.beat([server], roomId, {}, 11 * MINUTE_S);
    const { overAt } = await only(roomId);
    server.kill();
    const next = fixture.server();
    await fixture.beat([next], roomId, {}, 5);
    expect(overAt).not.toBeNull();
    expect(await only(roomId)).toMatchObject({ state: 'raised', overAt });
  });

  it('the server that takes the room over ends an apnoea alarm', async () => {
    const { roomId, server } = await apnoea();
    server.kill();
    await fixture.beat([fixture.server()], roomId, {}, 11 * MINUTE_S);
    expect((await only(roomId)).overAt).not.toBeNull();
  });

  it('does not end while data is missing, and is marked as unknown', async () => {
    const { roomId, server } = await apnoea();
    await fixture.beat([server], roomId, { breath: { kind: 'unknown' } }, 15 * MINUTE_S);
    expect(await only(roomId)).toMatchObject({ overAt: null, unknownAt: expect.any(Date) });
    expect((await shown(roomId)).unknownAt).not.toBeNull();
    await fixture.beat([server], roomId, { breath: { kind: 'seen' } }, 2);
    expect(await only(roomId)).toMatchObject({ overAt: null, unknownAt: null });
  });

  it('sends no reminders once it is over, and rings again when it returns', async () => {
    const { roomId, server, pause } = await apnoea();
    await fixture.beat([server], roomId, {}, 30 * MINUTE_S);
    const reminders = () => notifications(roomId).filter((what) => what === 'toldAgain').length;
    await expect.poll(() => notifications(roomId)).toContain('over');
    const before = reminders();
    await fixture.beat([server], roomId, {}, 30 * MINUTE_S);
    expect(reminders()).toBe(before);
    for (let count = 0; count < 3; count += 1) await pause();
    expect(await only(roomId)).toMatchObject({ state: 'raised', overAt: null, repeats: 2 });
    await expect.poll(reminders).toBe(before + 1);
  });

  it('updates shown notifications without a reminder if it returns while muted', async () => {
    const { roomId, server, pause } = await apnoea();
    await fixture.beat([server], roomId, {}, 11 * MINUTE_S);
    await expect.poll(() => notifications(roomId)).toContain('over');
    const before = notifications(roomId);
    const { id } = await only(roomId);
    await server.service.mute(
      { roomId, accidentId: id, by: sato, author: { userId: sato.userId } },
      { minutes: 15, reason: 'attended' },
    );
    for (let count = 0; count < 3; count += 1) await pause();
    expect((await only(roomId)).overAt).toBeNull();
    await expect.poll(() => notifications(roomId).slice(before.length)).toContain('ongoing');
    expect(notifications(roomId).slice(before.length)).not.toContain('toldAgain');
  });

  it('ends during a response and keeps its responder', async () => {
    const { roomId, server } = await apnoea();
    const { id } = await only(roomId);
    await server.service.acknowledge({
      roomId,
      accidentId: id,
      by: sato,
      author: { userId: sato.userId },
    });
    await fixture.beat([server], roomId, {}, 11 * MINUTE_S);
    expect(await only(roomId)).toMatchObject({
      state: 'acknowledged',
      overAt: expect.any(Date),
    });
  });
});
