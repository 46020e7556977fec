import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../core/database/embedded/embedded-postgres.ts';
import { MIGRATIONS_FOLDER, migrate } from '../core/database/migration-runner.ts';
import { removeFolder } from './remove-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of one database of the run's cluster; `{database}` stands for its name. */
    databaseAddress: string;
  }
}

/** Name of the migrated, empty database that every temporary one is copied from. */
export const TEMPLATE_DATABASE = 'yamori_template';

/** Global set-up of the test run: one PostgreSQL for all tests, gone with its files afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' });
  const folder = await mkdtemp(join(tmpdir(), 'yamori-test-'));
  // As root, PostgreSQL's own account has to get in.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, purpose: 'forget' }, log);
  await createTemplate(postgres.urlOf('postgres'));
  await migrate(postgres.urlOf(TEMPLATE_DATABASE), MIGRATIONS_FOLDER, log);
  project.provide('databaseAddress', postgres.urlOf('{database}'));
  return async () => {
    await postgres.stop();
    await removeFolder(folder);
  };
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
}
