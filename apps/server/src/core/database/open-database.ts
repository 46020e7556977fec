import type { Logger } from 'pino';
import { startEmbeddedPostgres, type EmbeddedOptions } from './embedded/embedded-postgres.ts';
import { prepareApplicationRole, type RoleWarning } from './application-role.ts';
import type { Database } from './database.ts';
import type { InstallationKind } from './installation-kind.ts';
import { explainConnection } from './database-problem.ts';
import { MIGRATIONS_FOLDER, migrate, type MigrateOptions } from './migration-runner.ts';
import { startDatabaseProbe } from './database-probe.ts';
import { createPoolDatabase, type PoolCounts } from './pool-database.ts';
import { REQUEST_LIMIT_MS } from './request-deadline.ts';

/** An external PostgreSQL, or the built-in one with its files in `dataFolder`. */
export type DatabaseOptions = (
  | { readonly url: string }
  | Pick<EmbeddedOptions, 'dataFolder' | 'smallWal'>
) & {
  readonly connections?: number;
  /** Limit for all statements of one request together. */
  readonly requestLimitMs?: number;
  /** Kind of the server that opens the database; command-line tools omit it. */
  readonly kind?: InstallationKind;
};

const DEFAULT_CONNECTIONS = 18;
const URGENT_CONNECTIONS = 6;
/** The request's deadline comes this much before the statement timeout. */
const STATEMENT_EXTRA_MS = 1_000;
/** Fraction of the request limit after which a silent database counts as unreachable. */
const AWAY_FRACTION = 3 / 8;

/** `url` is for threads and libraries with their own connections. */
export type OpenedDatabase = Database & {
  readonly url: string;
  readonly counts: () => PoolCounts;
};

/** `ownerUrl` connects as the role that owns the tables, `url` as the application's role. */
export type ServedDatabase = OpenedDatabase & {
  readonly ownerUrl: string;
  /** What the application's role does not prevent; null if it prevents all. */
  readonly roleWarning: RoleWarning | null;
};

/**
 * Opens a database and migrates it to the newest schema. Servers, which pass `kind`, connect as the
 * application's role; tools connect as the owner.
 */
export async function openDatabase(options: DatabaseOptions, log: Logger): Promise<ServedDatabase> {
  const connections = options.connections ?? DEFAULT_CONNECTIONS;
  const migrating = options.kind === undefined ? {} : { kind: options.kind };
  const open = async (ownerUrl: string, isEmbedded: boolean): Promise<ServedDatabase> => {
    if (options.kind === undefined) {
      const database = createPoolDatabase({ url: ownerUrl, connections }, log);
      return { ...database, url: ownerUrl, ownerUrl, roleWarning: null };
    }
    const { url, warning } = await prepareApplicationRole({ url: ownerUrl, isEmbedded }, log);
    const { requestLimitMs = REQUEST_LIMIT_MS } = options;
    const probe = startDatabaseProbe({ url, timeoutMs: requestLimitMs * AWAY_FRACTION }, log);
    const database = createPoolDatabase(
      {
        url,
        connections,
        urgentConnections: URGENT_CONNECTIONS,
        isAway: probe.isAway,
        statementLimitMs: requestLimitMs + STATEMENT_EXTRA_MS,
        // Ends the transactions of a stalled server, whose locks other servers wait for.
        idleTransactionMs: requestLimitMs,
      },
      log,
    );
    return {
      ...database,
      url,
      ownerUrl,
      roleWarning: warning,
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

/** Except for failed migrations and problems, errors here concern host, user or database name. */
const isConnectionProblem = (error: unknown): boolean =>
  error instanceof Error && !error.message.startsWith('migration') && error.name !== 'ProblemError';
