import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../core/database/embedded/embedded-postgres.ts';

/** A process for tests to kill: starts PostgreSQL on a folder, commits a row and prints `ready`. */
const postgres = await startEmbeddedPostgres(
  { dataFolder: process.argv[2] ?? '', purpose: 'keep' },
  pino({ level: 'silent' }),
);
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
await client.query("create table held as select 'committed before the kill' as word");
process.stdout.write('ready\n');
setInterval(() => undefined, 60_000);
