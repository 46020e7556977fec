import { expect } from 'vitest';
import type { Queries } from '../core/database/database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

type Held = {
  /** Takes what is to be waited for. */
  readonly hold: (queries: Queries) => Promise<unknown>;
  /** Done once somebody waits for it, before it is committed. */
  readonly change?: (queries: Queries) => Promise<unknown>;
};

/**
 * What becomes of something that waits for what another transaction holds, as another server's
 * would, once that is committed.
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
    // Nothing is open any more where it was committed.
    await client.query('rollback');
    client.release();
  }
}
