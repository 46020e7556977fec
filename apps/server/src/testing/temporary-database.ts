import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Database } from '../core/database/database.ts';
import { createPoolDatabase } from '../core/database/pool-database.ts';
import { TEMPLATE_DATABASE } from './database-cluster.ts';

export type TemporaryDatabase = {
  readonly database: Database;
  readonly url: string;
  /** The connections behind `database`, for libraries that want them. */
  readonly pool: pg.Pool;
  /** Closes `database` and removes it, whoever else is connected. */
  readonly drop: () => Promise<void>;
};

/** A fresh database of the test run's PostgreSQL, at the newest schema or without any. */
export async function openTemporaryDatabase(
  schema: 'newest' | 'none' = 'newest',
): Promise<TemporaryDatabase> {
  const address = inject('databaseAddress');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = administration();
  await admin.query(
    // Copying files takes a tenth of the processor time that logging every page takes.
    `create database ${name} template ${schema === 'newest' ? TEMPLATE_DATABASE : 'template1'} strategy file_copy`,
  );
  const url = address.replace('{database}', name);
  const database = createPoolDatabase({ url, connections: 12 }, pino({ level: 'silent' }));
  return {
    database,
    url,
    pool: database.pool,
    drop: async () => {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
    },
  };
}

let kept: pg.Pool | undefined;

/** The worker's one connection for it, kept from file to file: a new one costs 30 ms each time. */
function administration(): pg.Pool {
  kept ??= new pg.Pool({
    connectionString: inject('databaseAddress').replace('{database}', 'postgres'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => undefined); // PostgreSQL may stop before the worker does.
  return kept;
}
