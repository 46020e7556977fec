import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { createExpiredRows, type ExpiryLimits } from './expired-rows.ts';

const NOW = Date.parse('2026-11-21T03:00:00Z');
const now = () => new Date(NOW);
let temporary: TemporaryDatabase;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  await temporary.database.query({
    text: "insert into auth_user (id, name, email) values ('u', 'Somebody', 'somebody@akane.example')",
  });
});
afterEach(() => temporary.database.query({ text: 'delete from auth_session' }));
afterAll(() => temporary.drop());

/** Adds sessions that expired this many seconds ago; negative ones expire in the future. */
async function addSessions(...expiredSecondsAgo: number[]): Promise<void> {
  for (const [index, seconds] of expiredSecondsAgo.entries()) {
    await temporary.database.query({
      text: `insert into auth_session (id, token_hash, user_id, expires_at, updated_at) values ($1, $1, 'u', $2, $2)`,
      values: [`s${index}`, new Date(NOW - seconds * 1000)],
    });
  }
}
const left = async (): Promise<string[]> =>
  (
    await temporary.database.query<{ id: string }>({
      text: 'select id from auth_session order by id',
    })
  ).map(({ id }) => id);
const expired = (limits: Partial<ExpiryLimits> = {}) =>
  createExpiredRows({ database: temporary.database, now, log: pino({ level: 'silent' }), limits });

describe('createExpiredRows', () => {
  it('deletes expired rows and keeps the others', async () => {
    await addSessions(1, -1, 86_400, 0);
    expect(await expired().sweep()).toBe(2);
    expect(await left()).toEqual(['s1', 's3']);
  });

  it('deletes the oldest rows first, in batches, up to a limit per run', async () => {
    await addSessions(5, 50, 40, 30, 20, 10);
    const bounded = expired({ batchSize: 2, maxBatches: 2 });
    expect([await bounded.sweep(), await left()]).toEqual([4, ['s0', 's5']]);
    expect([await bounded.sweep(), await left()]).toEqual([2, []]);
  });

  it('skips rows that another transaction is deleting, without waiting', async () => {
    await addSessions(10, 20);
    await temporary.database.transaction(async (queries) => {
      await queries.query({ text: "select id from auth_session where id = 's1' for update" });
      expect(await expired().sweep()).toBe(1);
    });
    expect(await left()).toEqual(['s1']);
  });

  it('sweeps periodically until stopped', async () => {
    await addSessions(10);
    const end = expired({ everyMs: 5 }).start();
    await expect.poll(left).toEqual([]);
    await end();
    await addSessions(10);
    await expired({ everyMs: 5 }).start()();
    expect(await left()).toEqual(['s0']);
  });
});
