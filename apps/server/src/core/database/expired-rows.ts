import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** A table with expiring rows. The names are SQL, quoted where necessary. */
type ExpiringTable = { readonly table: string; readonly key: string; readonly expiresAt: string };

/** Tables whose expired rows nothing else deletes. */
const EXPIRING_TABLES: readonly ExpiringTable[] = [
  { table: 'auth_session', key: 'id', expiresAt: 'expires_at' },
  { table: 'auth_session_end', key: 'token_hash', expiresAt: 'expires_at' },
  { table: 'auth_pending', key: 'token_hash', expiresAt: 'expires_at' },
  { table: 'federation_transaction', key: 'state_hash', expiresAt: 'expires_at' },
  { table: 'federation_proof', key: 'ticket_hash', expiresAt: 'expires_at' },
  { table: 'saml_assertion_use', key: 'assertion_hash', expiresAt: 'expires_at' },
  // Finished jobs.
  { table: 'jobs', key: 'job_id', expiresAt: 'expires_at' },
  // The rows of an import are deleted with it.
  { table: 'csv_imports', key: 'import_id', expiresAt: 'expires_at' },
  // Mail that no server sent, for example because mail is no longer configured.
  { table: 'waiting_mail', key: 'id', expiresAt: 'expires_at' },
  { table: 'push_browser', key: 'id', expiresAt: 'expires_at' },
  { table: 'push_shown', key: 'id', expiresAt: 'expires_at' },
  { table: 'notice_message', key: 'id', expiresAt: 'expires_at' },
];

export type ExpiryLimits = {
  readonly everyMs: number;
  readonly batchSize: number;
  readonly maxBatches: number;
};
const DEFAULT_LIMITS: ExpiryLimits = {
  everyMs: 10 * 60 * 1000,
  batchSize: 500,
  maxBatches: 20,
};

type ExpiredRowsOptions = {
  readonly database: Database;
  readonly now: () => Date;
  readonly log: Logger;
  readonly limits?: Partial<ExpiryLimits>;
};

/**
 * Deletes expired rows in batches, a limited number per run, so that no request waits for it.
 * Servers may sweep concurrently: each skips rows that another is deleting. The next run deletes
 * the rest.
 */
export function createExpiredRows({ database, now, log, ...options }: ExpiredRowsOptions) {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const deleteSome = async ({ table, key, expiresAt }: ExpiringTable): Promise<number> => {
    const rows = await database.query({
      name: `delete_expired_${table}`,
      text: `delete from ${table} where ${key} in (
        select ${key} from ${table} where ${expiresAt} < $1 order by ${expiresAt} limit $2 for update skip locked) returning ${key}`,
      values: [now(), limits.batchSize],
    });
    return rows.length;
  };

  /** Returns how many rows it deleted. */
  const sweep = async (): Promise<number> => {
    let deleted = 0;
    for (const table of EXPIRING_TABLES) {
      for (let statement = 0; statement < limits.maxBatches; statement++) {
        const some = await deleteSome(table);
        deleted += some;
        if (some < limits.batchSize) break;
      }
    }
    return deleted;
  };

  return {
    sweep,
    /** Sweeps periodically. The returned function stops it and waits for a sweep in progress. */
    start(): () => Promise<void> {
      let lastSweep: Promise<void> = Promise.resolve();
      const run = async (): Promise<void> => {
        try {
          const deleted = await sweep();
          if (deleted > 0) log.info({ deleted }, 'expired rows deleted');
        } catch (error) {
          log.warn({ err: error }, 'failed to delete expired rows; will retry');
        }
      };
      const timer = setInterval(() => {
        lastSweep = lastSweep.then(run);
      }, limits.everyMs);
      return async () => {
        clearInterval(timer);
        await lastSweep;
      };
    },
  };
}
