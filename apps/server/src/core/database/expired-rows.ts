import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** Rows that nobody can use after a moment; names are SQL, so quoted where they need it. */
type ExpiringTable = { readonly table: string; readonly key: string; readonly expiresAt: string };

/**
 * Tables whose rows nothing else deletes when their time is over: whoever never comes back leaves
 * theirs.
 */
const EXPIRING_TABLES: readonly ExpiringTable[] = [
  { table: 'auth_session', key: 'id', expiresAt: '"expiresAt"' },
  { table: 'auth_session_end', key: 'token_hash', expiresAt: 'expires_at' },
  { table: 'auth_pending', key: 'token_hash', expiresAt: 'expires_at' },
  { table: 'federation_transaction', key: 'state_hash', expiresAt: 'expires_at' },
  { table: 'federation_proof', key: 'ticket_hash', expiresAt: 'expires_at' },
  { table: 'saml_assertion_use', key: 'assertion_hash', expiresAt: 'expires_at' },
  // Those that have come to their end.
  { table: 'jobs', key: 'job_id', expiresAt: 'expires_at' },
  // With the rows that they brought.
  { table: 'csv_imports', key: 'import_id', expiresAt: 'expires_at' },
  // Where mail is no longer configured, or no server came to them.
  { table: 'waiting_mail', key: 'id', expiresAt: 'expires_at' },
  { table: 'push_browser', key: 'id', expiresAt: 'expires_at' },
  { table: 'push_shown', key: 'id', expiresAt: 'expires_at' },
];

export type ExpiryLimits = {
  readonly everyMs: number;
  readonly rowsAtOnce: number;
  readonly statementsARun: number;
};
const DEFAULT_LIMITS: ExpiryLimits = {
  everyMs: 10 * 60 * 1000,
  rowsAtOnce: 500,
  statementsARun: 20,
};

export type ExpiredRowsOptions = {
  readonly database: Database;
  readonly now: () => Date;
  readonly log: Logger;
  readonly limits?: Partial<ExpiryLimits>;
};

/**
 * Deletes rows whose time is over, some at a time and so many a run at most, so that no request
 * waits behind it. Any number of servers may do it: rows that another is deleting are left to it.
 * What is left waits for the next run.
 */
export function createExpiredRows({ database, now, log, ...options }: ExpiredRowsOptions) {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const deleteSome = async ({ table, key, expiresAt }: ExpiringTable): Promise<number> => {
    const rows = await database.query({
      name: `expired-${table}`,
      text: `delete from ${table} where ${key} in (
        select ${key} from ${table} where ${expiresAt} < $1 order by ${expiresAt} limit $2 for update skip locked) returning ${key}`,
      values: [now(), limits.rowsAtOnce],
    });
    return rows.length;
  };

  /** One run; gives how many rows went. */
  const sweep = async (): Promise<number> => {
    let deleted = 0;
    for (const table of EXPIRING_TABLES) {
      for (let statement = 0; statement < limits.statementsARun; statement++) {
        const some = await deleteSome(table);
        deleted += some;
        if (some < limits.rowsAtOnce) break;
      }
    }
    return deleted;
  };

  return {
    sweep,
    /** Sweeps now and then until it is told to end; what is under way is waited for. */
    start(): () => Promise<void> {
      let underWay: Promise<void> = Promise.resolve();
      const run = async (): Promise<void> => {
        try {
          const deleted = await sweep();
          if (deleted > 0) log.info({ deleted }, 'rows whose time is over were deleted');
        } catch (error) {
          log.warn(
            { err: error },
            'rows whose time is over could not be deleted; tried again later',
          );
        }
      };
      const timer = setInterval(() => {
        underWay = underWay.then(run);
      }, limits.everyMs);
      return async () => {
        clearInterval(timer);
        await underWay;
      };
    },
  };
}
