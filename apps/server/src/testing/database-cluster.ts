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
    /**
     * URL of a database in the cluster of the test run; `{database}` is the placeholder for its
     * name.
     */
    databaseAddress: string;
  }
}

/** Migrated, empty database from which temporary ones are copied. */
export const TEMPLATE_DATABASE = 'yamori_template';

/**
 * Global setup of the test run: starts one PostgreSQL, and removes it with its files afterwards.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' });
  const folder = await mkdtemp(join(tmpdir(), 'yamori-test-'));
  // As root, PostgreSQL's unprivileged account must be able to enter.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, purpose: 'forget' }, log);
  await createTemplate(postgres.url);
  await migrate(postgres.formatUrl(TEMPLATE_DATABASE), MIGRATIONS_FOLDER, log);
  project.provide('databaseAddress', postgres.formatUrl('{database}'));
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
