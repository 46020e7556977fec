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
export async function askedWhile<Reply>(
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
    const asked = ask();
    await expect
      .poll(
        async () =>
          (
            await database.query({
              text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            })
          ).length,
      )
      .toBe(1);
    await change(queries);
    await client.query('commit');
    return await asked;
  } finally {
    // A no-op after the commit.
    await client.query('rollback');
    client.release();
  }
}
