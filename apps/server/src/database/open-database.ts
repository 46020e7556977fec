import type pg from 'pg';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import type { Database } from './database.ts';
import { explainConnection } from './database-problem.ts';
import { MIGRATIONS_FOLDER, migrate } from './migration-runner.ts';
import { createPoolDatabase } from './pool-database.ts';

/** PostgreSQL at an address, or our own built-in one whose files lie in `dataFolder`. */
export type DatabaseOptions = ({ readonly url: string } | { readonly dataFolder: string }) & {
  readonly connections?: number;
};

const DEFAULT_CONNECTIONS = 24;

/** `url` and `pool` are for libraries that bring their own statements or connections. */
export type OpenedDatabase = Database & { readonly url: string; readonly pool: pg.Pool };

/** A database at its newest schema. */
export async function openDatabase(options: DatabaseOptions, log: Logger): Promise<OpenedDatabase> {
  const connections = options.connections ?? DEFAULT_CONNECTIONS;
  if ('url' in options) {
    await migrateAt(options.url, log);
    return { ...createPoolDatabase({ url: options.url, connections }, log), url: options.url };
  }
  const embedded = await startEmbeddedPostgres(
    { dataFolder: options.dataFolder, purpose: 'keep' },
    log,
  );
  try {
    await migrate(embedded.url, MIGRATIONS_FOLDER, log);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const database = createPoolDatabase({ url: embedded.url, connections }, log);
  return {
    ...database,
    url: embedded.url,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}

async function migrateAt(url: string, log: Logger): Promise<void> {
  try {
    await migrate(url, MIGRATIONS_FOLDER, log);
  } catch (error) {
    if (isConnectionProblem(error)) throw explainConnection(url, error);
    throw error;
  }
}

/** Everything that comes with a code and is no failed migration speaks of the address: host, user, database. */
const isConnectionProblem = (error: unknown): boolean =>
  error instanceof Error && !error.message.startsWith('migration') && error.name !== 'ProblemError';
