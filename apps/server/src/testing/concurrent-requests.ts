import { expect } from 'vitest';
import type { Queries } from '../core/database/database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

type Held = {
  /** Takes the locks for which the request will wait. */
  readonly hold: (queries: Queries) => Promise<unknown>;
  /** Runs once the request waits, before the commit. */
  readonly change?: (queries: Queries) => Promise<unknown>;
};

/**
 * Runs a request that waits for the locks of another transaction, as another server's would, and
 * returns its reply after the commit.
 */
export async function requestConcurrently<Reply>(
  { pool, database }: Pick<TemporaryDatabase, 'pool' | 'database'>,
  { hold, change = async () => undefined }: Held,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  const client = await pool.connect();
  const queries: Queries = {
    query: async (statement) =>
      (await client.query({ text: statement.text, values: [...(statement.values ?? [])] })).rows,
  };
  await client.query('begin');
  try {
    await hold(queries);
    const reply = ask();
    const [self] = await queries.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    await expect.poll(() => isBlocking(database, self?.pid ?? 0)).toBe(true);
    await change(queries);
    await client.query('commit');
    return await reply;
  } finally {
    // A no-op after the commit.
    await client.query('rollback');
    client.release();
  }
}

/** Others that work in the background may wait for the same locks. */
const isBlocking = async (database: Queries, pid: number): Promise<boolean> =>
  (
    await database.query({
      text: `
        select 1 from pg_stat_activity
        where datname = current_database() and $1 = any(pg_blocking_pids(pid))`,
      values: [pid],
    })
  ).length > 0;
