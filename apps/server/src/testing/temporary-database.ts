import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Database } from '../core/database/database.ts';
import { createPoolDatabase, type PoolCounts } from '../core/database/pool-database.ts';
import { TEMPLATE_DATABASE } from './database-cluster.ts';

export type TemporaryDatabase = {
  readonly database: Database;
  readonly url: string;
  /** The connection pool of `database`, for libraries that need one. */
  readonly pool: pg.Pool;
  readonly counts: () => PoolCounts;
  /** Closes `database` and deletes it, even with other connections open. */
  readonly drop: () => Promise<void>;
};

/** A busy machine may take its time; tests of the limit open their own pool. */
const STATEMENT_LIMIT_MS = 120_000;

/** Creates a database in the test run's PostgreSQL, with the newest schema or none. */
export async function openTemporaryDatabase(
  schema: 'newest' | 'none' = 'newest',
): Promise<TemporaryDatabase> {
  const address = inject('databaseAddress');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = getAdminPool();
  await admin.query(
    // `file_copy` takes a tenth of the CPU time of logging every page.
    `create database ${name} template ${schema === 'newest' ? TEMPLATE_DATABASE : 'template1'} strategy file_copy`,
  );
  const url = address.replace('{database}', name);
  const database = createPoolDatabase(
    { url, connections: 12, statementLimitMs: STATEMENT_LIMIT_MS },
    pino({ level: 'silent' }),
  );
  return {
    database,
    url,
    pool: database.pool,
    counts: database.counts,
    drop: async () => {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
    },
  };
}

let adminPool: pg.Pool | undefined;

/** One administrative connection per worker, kept across files, because opening one takes 30 ms. */
function getAdminPool(): pg.Pool {
  adminPool ??= new pg.Pool({
    connectionString: inject('databaseAddress').replace('{database}', 'yamori'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => undefined); // PostgreSQL may stop before the worker.
  return adminPool;
}
