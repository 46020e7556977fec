import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encodeValue } from '@yamori/domain';
import { SERVER } from '../../core/documents/testing/test-documents.ts';
import type { AlarmNotification, ReachedPerson } from './alarm-notifications.ts';
import { startAccidentFixture, type AccidentFixture } from './testing/accident-fixture.ts';

let fixture: AccidentFixture;
const tries: AlarmNotification[] = [];
const trouble: { failing: number; conflicts: number; reached: ReachedPerson[] | null } = {
  failing: 0,
  conflicts: 0,
  reached: null,
};
beforeAll(async () => {
  fixture = await startAccidentFixture(async (notification) => {
    tries.push(notification);
    if (trouble.failing > 0) {
      trouble.failing -= 1;
      throw new Error('mail server does not answer');
    }
    // More than the attempts of two concurrent updates.
    if (trouble.reached !== null) trouble.conflicts = 40;
    return trouble.reached === null ? null : { people: trouble.reached, isSending: false };
  });
});
afterAll(() => fixture.close());

const listNotified = (roomId: string) =>
  fixture.sent
    .filter((notification) => notification.roomId === roomId)
    .map(({ what, step }) => `${what} ${step}`);

describe('notifications of an alarm', () => {
  it('one notification is sent for the raise and one for the end, although two servers run', async () => {
    const [roomId, one, two] = [await fixture.room(), fixture.server(), fixture.server()];
    await fixture.beat([one, two], roomId, { deviceOffline: 'A' }, 2);
    await fixture.beat([one, two], roomId, { deviceOffline: null }, 32);
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0', 'resolved 0']);
    await one.stop();
    await two.stop();
  });

  it('another server sends the notification if the one that stored the alarm died before', async () => {
    const roomId = await fixture.room();
    const dying = fixture.server();
    await fixture.beat([dying], roomId);
    // It takes no more jobs, like a server killed between the commit and the delivery.
    await dying.evaluator.idle();
    const before = fixture.sent.length;
    await dying.rules.getConfig(roomId);
    const { database } = fixture.documents.temporary;
    await fixture.fall(dying, roomId);
    dying.kill();
    await vi.waitFor(
      async () => {
        const [row] = await database.query<{ count: number }>({
          text: `select count(*)::int as count from jobs where kind = 'alarmNotice' and subject like $1`,
          values: [`${roomId}/%`],
        });
        expect(row?.count).toBe(1);
      },
      { timeout: 120_000 },
    );
    fixture.server();
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0']);
    expect(fixture.sent.length).toBe(before + 1);
  });

  it('the alarm records the people reached even if the room changes during 40 attempts', async () => {
    const roomId = await fixture.room();
    const { store } = fixture.documents;
    const { commit } = store;
    const commitAfterAnother: typeof commit = async (writes, author) => {
      if (trouble.conflicts > 0 && writes.some(({ path }) => path === `room/${roomId}`)) {
        trouble.conflicts -= 1;
        const value = encodeValue(new Date(trouble.conflicts));
        const fields = [{ field: ['live', 'presenceSince'], value }];
        await commit([{ kind: 'update', path: `room/${roomId}`, fields }], SERVER);
      }
      return commit(writes, author);
    };
    Object.assign(store, { commit: commitAfterAnother });
    const server = fixture.server();
    Object.assign(store, { commit });
    await fixture.beat([server], roomId);
    trouble.reached = [{ userId: 'sato', name: '佐藤', ways: ['push'] }];
    await fixture.fall(server, roomId);
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0']);
    await expect
      .poll(async () => (await fixture.all(roomId))[0]?.history.map(({ told }) => told?.count))
      .toContain(1);
    expect(trouble.conflicts).toBe(0);
    trouble.reached = null;
  });

  it('the server retries after a failed delivery', async () => {
    const [roomId, server] = [await fixture.room(), fixture.server()];
    trouble.failing = 1;
    await fixture.beat([server], roomId);
    await fixture.fall(server, roomId);
    await expect.poll(() => listNotified(roomId)).toEqual(['raised 0']);
    expect(tries.filter((notification) => notification.roomId === roomId)).toHaveLength(2);
  });
});
