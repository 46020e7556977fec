import { TEST_ALARM_MS } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseTest } from './test-alarm.ts';
import {
  startAccidentFixture,
  type AccidentServer,
  type AccidentFixture,
} from './testing/accident-fixture.ts';

let fixture: AccidentFixture;
beforeAll(async () => {
  fixture = await startAccidentFixture();
});
afterAll(() => fixture.close());

async function startTestAlarm(
  { repository, evaluator }: AccidentServer,
  roomId: string,
): Promise<void> {
  const requestedAtMs = fixture.clock.nowMs;
  const id = await raiseTest(repository, roomId, { serial: 'A', by: 'sato', requestedAtMs });
  if (id !== null) evaluator.stored(roomId, id, requestedAtMs);
}

describe('a test alarm', () => {
  it('raises one alarm that notifies only the caller and never escalates', async () => {
    const escalation = [
      { name: 'floor', userIds: ['a'], afterMinutes: null },
      { name: 'ward', userIds: ['b'], afterMinutes: 1 },
    ];
    const [roomId, one, two] = [
      await fixture.room({ escalation }),
      fixture.server(),
      fixture.server(),
    ];
    await fixture.beat([one, two], roomId);
    // Two servers receive a request concurrently.
    await Promise.all([one, two].map((server) => startTestAlarm(server, roomId)));
    await Promise.all([one.evaluator.idle(), two.evaluator.idle()]);
    const [accident, ...others] = await fixture.all(roomId);
    expect([accident, others]).toMatchObject([
      {
        kind: 'test',
        severity: 'low',
        source: 'system',
        state: 'raised',
        repeats: 1,
        latencyMs: 0,
        escalation: { nextAt: null },
      },
      [],
    ]);
    await expect
      .poll(() =>
        fixture.sent
          .filter((notification) => notification.roomId === roomId)
          .map(({ what, userIds }) => `${what} ${userIds.join()}`),
      )
      .toEqual(['tested sato']);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('ends after its time with the outcome test, even with a responder, and leaves a real alarm open', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    await fixture.beat([server], roomId);
    await startTestAlarm(server, roomId);
    await server.evaluator.idle();
    await fixture.fall(server, roomId);
    const id =
      (await fixture.open(roomId)).find(({ kind }) => kind === 'test')?.id ??
      expect.fail('no test');
    await server.service.acknowledge({
      roomId,
      accidentId: id,
      by: { userId: 'kato', name: '' },
      author: { userId: 'kato' },
    });
    fixture.clock.nowMs += TEST_ALARM_MS - 2_000;
    await fixture.beat([server], roomId);
    expect((await fixture.open(roomId)).map(({ kind }) => kind).toSorted()).toEqual([
      'fall',
      'test',
    ]);
    await fixture.beat([server], roomId, {}, 2);
    expect((await fixture.open(roomId)).map(({ kind }) => kind)).toEqual(['fall']);
    expect((await fixture.all(roomId)).find(({ kind }) => kind === 'test')).toMatchObject({
      state: 'resolved',
      outcome: 'test',
      resolvedBy: null,
    });
    await server.stop();
  });
});
