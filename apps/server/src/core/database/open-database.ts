import type pg from 'pg';
import type { Logger } from 'pino';
import { startEmbeddedPostgres, type EmbeddedOptions } from './embedded/embedded-postgres.ts';
import { prepareApplicationRole } from './application-role.ts';
import type { Database } from './database.ts';
import type { InstallationKind } from './installation-kind.ts';
import { explainConnection } from './database-problem.ts';
import { MIGRATIONS_FOLDER, migrate, type MigrateOptions } from './migration-runner.ts';
import { startDatabaseProbe } from './database-probe.ts';
import { createPoolDatabase } from './pool-database.ts';
import { REQUEST_LIMIT_MS } from './request-deadline.ts';

/** PostgreSQL at an address, or our own built-in one whose files lie in `dataFolder`. */
export type DatabaseOptions = (
  | { readonly url: string }
  | Pick<EmbeddedOptions, 'dataFolder' | 'maxWalMegabytes'>
) & {
  readonly connections?: number;
  /** Time in which the database has to answer a request of the server. */
  readonly requestLimitMs?: number;
  /** Kind of the server that opens it; tools leave it out. */
  readonly kind?: InstallationKind;
};

const DEFAULT_CONNECTIONS = 24;
/** The deadline of a request ends it before the statement's own limit. */
const STATEMENT_EXTRA_MS = 1_000;
/** Part of a request's limit after which a database that says nothing counts as away. */
const AWAY_PART = 3 / 8;

/** `url` and `pool` are for libraries that bring their own statements or connections. */
export type OpenedDatabase = Database & { readonly url: string; readonly pool: pg.Pool };

/** `ownerUrl`: of the role that owns the tables; `url` is that of the application's role. */
export type ServedDatabase = OpenedDatabase & { readonly ownerUrl: string };

/**
 * A database at its newest schema. With a kind the server works as the application's role; tools
 * work as the owner.
 */
export async function openDatabase(options: DatabaseOptions, log: Logger): Promise<ServedDatabase> {
  const connections = options.connections ?? DEFAULT_CONNECTIONS;
  const migrating = options.kind === undefined ? {} : { kind: options.kind };
  const open = async (ownerUrl: string, isEmbedded: boolean): Promise<ServedDatabase> => {
    const url =
      options.kind === undefined
        ? ownerUrl
        : await prepareApplicationRole({ url: ownerUrl, isEmbedded }, log);
    if (options.kind === undefined)
      return { ...createPoolDatabase({ url, connections }, log), url, ownerUrl };
    const { requestLimitMs = REQUEST_LIMIT_MS } = options;
    const probe = startDatabaseProbe({ url, timeoutMs: requestLimitMs * AWAY_PART }, log);
    const database = createPoolDatabase(
      {
        url,
        connections,
        isAway: probe.isAway,
        statementLimitMs: requestLimitMs + STATEMENT_EXTRA_MS,
        // A server that stands still gives its locks back: other servers wait for them.
        idleTransactionMs: requestLimitMs,
      },
      log,
    );
    return {
      ...database,
      url,
      ownerUrl,
      close: async () => {
        await probe.close();
        await database.close();
      },
    };
  };
  if ('url' in options) {
    await migrateAt(options.url, log, migrating);
    return open(options.url, false);
  }
  const embedded = await startEmbeddedPostgres({ ...options, purpose: 'keep' }, log);
  try {
    await migrate(embedded.url, MIGRATIONS_FOLDER, log, migrating);
    const database = await open(embedded.url, true);
    return {
      ...database,
      close: async () => {
        await database.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function migrateAt(url: string, log: Logger, options: MigrateOptions): Promise<void> {
  try {
    await migrate(url, MIGRATIONS_FOLDER, log, options);
  } catch (error) {
    if (isConnectionProblem(error)) throw explainConnection(url, error);
    throw error;
  }
}

/**
 * Everything that comes with a code and is no failed migration speaks of the address: host, user,
 * database.
 */
const isConnectionProblem = (error: unknown): boolean =>
  error instanceof Error && !error.message.startsWith('migration') && error.name !== 'ProblemError';
