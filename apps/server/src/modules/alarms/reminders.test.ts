import { MAX_REMINDERS, type AccidentRecipients } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReachedPerson } from './alarm-notifications.ts';
import { startAccidentFixture, type AccidentFixture } from './testing/accident-fixture.ts';

/**
 * Members whom a channel reaches; null if this installation has no channel. `everybody` applies to
 * an organisation without groups.
 */
const channels: {
  reached: readonly string[] | null | 'sending';
  /** Delivery waits for this. */
  held: Promise<void>;
} = { reached: null, held: Promise.resolve() };
const createPerson = (userId: string): ReachedPerson => ({
  userId,
  name: `名${userId}`,
  ways: ['push'],
});
let fixture: AccidentFixture;
beforeAll(async () => {
  fixture = await startAccidentFixture(async ({ userIds }) => {
    await channels.held;
    const { reached } = channels;
    if (reached === null) return null;
    if (reached === 'sending') return { people: [], isSending: true };
    const people = userIds.filter((userId) => reached.includes(userId)).map(createPerson);
    return { people, isSending: false };
  });
});
afterAll(() => fixture.close());

const MINUTE_MS = 60_000;
const sato = { userId: 'sato', name: '佐藤' };
const first = async (roomId: string) =>
  (await fixture.all(roomId))[0] ?? expect.fail('there is none');
const createCommand = async (roomId: string) => ({
  roomId,
  accidentId: (await first(roomId)).id,
  by: sato,
  author: { userId: sato.userId },
});
const listNotified = (roomId: string) =>
  fixture.sent
    .filter((notification) => notification.roomId === roomId)
    .map(({ what, step, userIds }) => `${what} ${step} ${String(userIds)}`);
const listSteps = async (roomId: string) =>
  (await first(roomId)).history.map(
    ({ act, told }) => `${act ?? ''}${told === undefined ? '' : ` ${formatNames(told)}`}`,
  );
const formatNames = ({ people, count }: AccidentRecipients): string =>
  count === 0 ? '-' : people.map(({ userId }) => userId).join();

/** Creates a room with a fall, on this number of servers. */
async function fallen(servers: number, escalation: object[] = []) {
  const roomId = await fixture.room({ escalation });
  const all = Array.from({ length: servers }, () => fixture.server());
  const [server] = all;
  if (server === undefined) throw new Error('no server was started');
  await fixture.beat(all, roomId);
  await fixture.fall(server, roomId);
  const passes = async (minutes: number): Promise<void> => {
    fixture.clock.nowMs += minutes * MINUTE_MS;
    await fixture.beat(all, roomId, {}, 2);
  };
  return { roomId, server, all, passes };
}

describe('T29 an alarm without a responder', () => {
  it('reminds the last group on time, once over two servers, up to the maximum', async () => {
    const { roomId, passes } = await fallen(2, [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 2 },
    ]);
    await passes(2);
    await passes(2);
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0 a', 'escalated 1 b']);
    for (let round = 0; round < MAX_REMINDERS + 3; round += 1) await passes(3);
    await expect
      .poll(() => listNotified(roomId))
      .toEqual([
        'raised 0 a',
        'escalated 1 b',
        ...Array.from({ length: MAX_REMINDERS }, () => 'toldAgain 1 b'),
      ]);
    expect((await first(roomId)).escalation).toMatchObject({ step: 1, nextAt: null });
  });

  it('the server reminds everyone if there are no groups, until someone responds, and again after a withdrawal', async () => {
    const { roomId, server, passes } = await fallen(1);
    const command = await createCommand(roomId);
    await passes(3);
    // Each notification of an alarm is a separate job: await this one before the next.
    await expect.poll(() => listNotified(roomId)).toContain('toldAgain 0 ');
    await server.service.acknowledge(command);
    await passes(10);
    await server.service.withdraw(command);
    await passes(3);
    await expect
      .poll(() => listNotified(roomId))
      .toEqual(['raised 0 ', 'toldAgain 0 ', 'acknowledged 0 ', 'withdrawn 0 ', 'toldAgain 0 ']);
  });

  it('sends no reminder while it is muted, and one afterwards', async () => {
    const { roomId, server, passes } = await fallen(1);
    await passes(1);
    await server.service.mute(await createCommand(roomId), { minutes: 5, reason: 'attended' });
    await passes(4);
    await fixture.fall(server, roomId);
    expect((await first(roomId)).repeats).toBe(2);
    expect(listNotified(roomId)).toEqual(['raised 0 ']);
    await passes(1);
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0 ', 'toldAgain 0 ']);
  });

  it('follows groups that are added and deleted', async () => {
    const { roomId, server, passes } = await fallen(1);
    const change = async (...escalation: object[]): Promise<void> => {
      await fixture.documents.store.commit(
        [
          {
            kind: 'update',
            path: `domain/d-${roomId}`,
            fields: [
              {
                field: ['escalation'],
                value: escalation.map((group) => ({ name: 'g', afterMinutes: null, ...group })),
              },
            ],
          },
        ],
        { userId: null },
      );
      await expect
        .poll(async () => (await server.rules.getConfig(roomId))?.groups)
        .toHaveLength(escalation.length);
    };
    await change({ userIds: ['a'] }, { userIds: ['b'] });
    await passes(3);
    await change({ userIds: ['c'] });
    await passes(3);
    await expect
      .poll(() => listNotified(roomId))
      .toEqual(['raised 0 ', 'escalated 1 b', 'toldAgain 0 c']);
  });

  it('sends no reminders for a lost device, because one switch can disconnect many', async () => {
    const roomId = await fixture.room();
    const server = fixture.server();
    await fixture.beat([server], roomId, { deviceOffline: 'A' }, 2);
    fixture.clock.nowMs += 60 * MINUTE_MS;
    await fixture.beat([server], roomId, {}, 2);
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0 ']);
    expect((await fixture.all(roomId)).map(({ escalation }) => escalation.nextAt)).toEqual([null]);
  });

  it('sends one reminder per interval while its rule fires a hundred times a minute, even after the last', async () => {
    const { roomId, server, passes } = await fallen(1);
    const fires = async (minutes: number): Promise<void> => {
      for (let second = 0; second < minutes * 60; second += 20) {
        fixture.clock.nowMs += 20_000;
        for (let count = 0; count < 33; count += 1)
          server.evaluator.happened(
            roomId,
            {
              kind: 'fall',
              atMs: fixture.clock.nowMs + count,
              serial: 'A',
              streamId: 1,
              deviceTimeUs: (fixture.clock.nowMs + count) * 1000,
            },
            fixture.clock.nowMs + count,
          );
        await fixture.beat([server], roomId);
      }
    };
    await fires(7);
    await expect
      .poll(() => listNotified(roomId))
      .toEqual(['raised 0 ', 'toldAgain 0 ', 'toldAgain 0 ']);
    for (let round = 0; round < MAX_REMINDERS; round += 1) await passes(3);
    const before = listNotified(roomId).length;
    expect((await first(roomId)).escalation.nextAt).toBeNull();
    await passes(60);
    await fixture.fall(server, roomId);
    await expect.poll(() => listNotified(roomId)).toHaveLength(before + 1);
    expect((await fixture.all(roomId)).map(({ state }) => state)).toEqual(['raised']);
  });
});

describe('T29 a group that no channel reaches', () => {
  it('counts as not notified: the next group is notified immediately, and the history records it', async () => {
    channels.reached = ['c'];
    const { roomId } = await fallen(1, [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 60 },
      { name: 'manager', userIds: ['c'], afterMinutes: 60 },
      { name: 'owner', userIds: ['d'], afterMinutes: 60 },
    ]);
    await expect.poll(() => listSteps(roomId)).toEqual(['raised -', 'escalated -', 'escalated c']);
    expect(listNotified(roomId)).toEqual(['raised 0 a', 'escalated 1 b', 'escalated 2 c']);
    expect((await first(roomId)).escalation.nextAt).toEqual(
      new Date(fixture.clock.nowMs + 60 * MINUTE_MS),
    );
  });

  it('everyone is notified if the group is the last, and the alarm records that no one was reached', async () => {
    channels.reached = ['everybody'];
    const reached = await fallen(1, [{ name: 'floor', userIds: ['a'], afterMinutes: null }]);
    await expect.poll(() => listSteps(reached.roomId)).toEqual(['raised everybody']);
    channels.reached = [];
    const nobody = await fallen(1);
    await expect.poll(() => listSteps(nobody.roomId)).toEqual(['raised -']);
  });

  it('leaves the alarm unreached until a sounding page reports it; it then needs an explanation', async () => {
    channels.reached = [];
    const { roomId, server } = await fallen(1, [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
    ]);
    await expect.poll(async () => (await first(roomId)).reach).toBe('nobody');
    expect((await fixture.open(roomId))[0]?.reach).toBe('nobody');
    const command = await createCommand(roomId);
    fixture.clock.nowMs += 2 * MINUTE_MS;
    await server.service.heard(command);
    const accident = await first(roomId);
    expect([accident.reach, accident.unreached?.until]).toEqual([
      'screen',
      new Date(fixture.clock.nowMs),
    ]);
    await server.service.explain(command, 'devicesOff');
    expect((await first(roomId)).unreached).toMatchObject({
      cause: 'devicesOff',
      explainedBy: sato,
    });
  });

  it('creates no task for a manager while a page sounds', async () => {
    channels.reached = [];
    const { roomId, server, passes } = await fallen(1);
    const command = await createCommand(roomId);
    for (let reminders = 0; reminders < 3; reminders += 1) {
      await expect.poll(async () => (await first(roomId)).reach).toBe('nobody');
      fixture.clock.nowMs += 1_000;
      await server.service.heard(command);
      await passes(3);
    }
    await server.service.acknowledge(command);
    expect((await first(roomId)).unreached).toBeNull();
  });

  it('counts as notified once messages are delivered, not when they are queued', async () => {
    channels.reached = 'sending';
    const { roomId, server } = await fallen(1, [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 60 },
    ]);
    await expect.poll(async () => (await first(roomId)).reach).toBe('sending');
    expect(await listSteps(roomId)).toEqual(['raised']);
    const lastNotice = () => fixture.sent.at(-1) ?? expect.fail('no notification was sent');
    const failed = lastNotice();
    fixture.outcomes.set(0, { people: [], isSending: false });
    fixture.clock.nowMs += 20_000;
    await server.recordOutcome(failed);
    await server.recordOutcome(failed);
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0 a', 'escalated 1 b']);
    expect(await listSteps(roomId)).toEqual(['raised -', 'escalated']);
    fixture.outcomes.set(1, { people: [createPerson('b')], isSending: true });
    await server.recordOutcome(lastNotice());
    fixture.outcomes.set(1, { people: [createPerson('b'), createPerson('c')], isSending: false });
    await server.recordOutcome(lastNotice());
    expect((await first(roomId)).reach).toBe('people');
    expect(await listSteps(roomId)).toEqual(['raised -', 'escalated b,c']);
    fixture.outcomes.set(0, { people: [createPerson('a')], isSending: false });
    await server.recordOutcome(failed);
    expect(await listSteps(roomId)).toEqual(['raised a', 'escalated b,c']);
    fixture.outcomes.clear();
  });

  it('shows a manager no unreached alarm if a reminder reaches people within a minute', async () => {
    channels.reached = ['a'];
    const { roomId } = await fallen(1, [{ name: 'floor', userIds: ['a'], afterMinutes: null }]);
    await expect.poll(async () => (await first(roomId)).reach).toBe('people');
    expect((await first(roomId)).unreached).toBeNull();
  });

  it('the alarm is not escalated if someone responds during delivery', async () => {
    const held = Promise.withResolvers<void>();
    [channels.reached, channels.held] = [[], held.promise];
    const { roomId, server } = await fallen(1, [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: null },
    ]);
    await server.service.acknowledge(await createCommand(roomId));
    held.resolve();
    await expect.poll(() => listSteps(roomId)).toEqual(['raised -', 'acknowledged']);
    await expect
      .poll(() => listNotified(roomId).toSorted())
      .toEqual(['acknowledged 0 ', 'raised 0 a']);
    channels.reached = null;
  });
});
