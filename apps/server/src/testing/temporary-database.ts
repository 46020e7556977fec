import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Database } from '../database/database.ts';
import { createPoolDatabase } from '../database/pool-database.ts';
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
  const admin = address.replace('{database}', 'postgres');
  await command(
    admin,
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
      await command(admin, `drop database ${name} with (force)`);
    },
  };
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
