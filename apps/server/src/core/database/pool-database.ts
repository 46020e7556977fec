import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Queries, Statement } from './database.ts';
import { asUnavailable, databaseUnavailable } from './database-problem.ts';
import { remainingMs, untilDeadline } from './request-deadline.ts';
import { isUrgent } from './urgent-work.ts';

/** An unreachable database must not hold a request for over 10 s. */
const STATEMENT_LIMIT_MS = 9_000;
/** Fraction of that limit in which a connection must be established. */
const CONNECT_FRACTION = 5 / 9;

/** A connection that does not roll back within this time is discarded. */
const ROLLBACK_TIMEOUT_MS = 1_000;

type PoolOptions = {
  readonly url: string;
  readonly connections: number;
  /** Further connections for urgent work (urgent-work.ts), which then uses no others. */
  readonly urgentConnections?: number;
  /** Statement timeout. PostgreSQL ends a statement then too, so that it keeps no locks. */
  readonly statementLimitMs?: number;
  /** PostgreSQL ends a transaction that is idle for longer; no limit by default. */
  readonly idleTransactionMs?: number;
  /** While true, statements fail immediately instead of waiting for a connection. */
  readonly isAway?: () => boolean;
};

/** Connections of a pool, for the metrics. */
export type PoolCounts = { readonly open: number; readonly idle: number; readonly waiting: number };

/**
 * Database on a pool of connections, which connects with the first statement. No statement takes
 * longer than the statement limit. Within a request it does not outlast the deadline either
 * (request-deadline.ts).
 */
export function createPoolDatabase(
  options: PoolOptions,
  log: Logger,
): Database & { readonly pool: pg.Pool; readonly counts: () => PoolCounts } {
  const { statementLimitMs = STATEMENT_LIMIT_MS, urgentConnections = 0 } = options;
  const state = { closing: false };
  const openPool = (connections: number): pg.Pool =>
    new pg.Pool({
      connectionString: options.url,
      max: connections,
      connectionTimeoutMillis: Math.round(statementLimitMs * CONNECT_FRACTION),
      query_timeout: statementLimitMs,
      statement_timeout: statementLimitMs,
      ...(options.idleTransactionMs === undefined
        ? {}
        : { idle_in_transaction_session_timeout: options.idleTransactionMs }),
      keepAlive: true,
      application_name: 'yamori',
      // Without a listener, a broken idle connection would end the process.
    }).on('error', (error) => {
      if (!state.closing) log.warn({ reason: error.message }, 'idle database connection broke');
    });
  const pool = openPool(options.connections);
  const urgentPool = urgentConnections === 0 ? pool : openPool(urgentConnections);
  const choosePool = (): pg.Pool => (isUrgent() ? urgentPool : pool);
  /** Converts connection failures to problems; passes statement errors through. */
  async function answering<Result>(work: () => Promise<Result>): Promise<Result> {
    if (options.isAway?.() === true) throw databaseUnavailable();
    try {
      return await work();
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  }

  return {
    pool,
    ...(options.isAway === undefined ? {} : { isAway: options.isAway }),
    counts: () => {
      const pools = urgentPool === pool ? [pool] : [pool, urgentPool];
      const sum = (count: (one: pg.Pool) => number): number =>
        pools.reduce((total, one) => total + count(one), 0);
      return {
        open: sum(({ totalCount }) => totalCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
      };
    },
    query: (statement) =>
      answering(() =>
        withClient(choosePool(), (client) => run(client, statement, statementLimitMs)),
      ),
    transaction: (work) =>
      answering(() =>
        withClient(choosePool(), (client) => inTransaction(client, work, statementLimitMs)),
      ),
    ping: () =>
      answering(async () => {
        await withClient(choosePool(), (client) =>
          run(client, { text: 'select 1' }, statementLimitMs),
        );
      }),
    close: async () => {
      state.closing = true;
      await pool.end();
      if (urgentPool !== pool) await urgentPool.end();
    },
  };
}

/** Discards a connection that broke or is still busy instead of returning it to the pool. */
async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool);
  let broken: Error | undefined;
  // Errors between two statements arrive here; the next statement rejects with them.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    broken ??= asUnavailable(error) ?? undefined;
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Returns a connection that arrives after the deadline to the pool. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  try {
    return await untilDeadline(() => connecting);
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  }
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  work: (queries: Queries) => Promise<Result>,
  statementLimitMs: number,
): Promise<Result> {
  try {
    await run(client, { text: 'begin' }, statementLimitMs);
    const result = await work({ query: (statement) => run(client, statement, statementLimitMs) });
    await run(client, { text: 'commit' }, statementLimitMs);
    return result;
  } catch (error) {
    if (asUnavailable(error) === null) await rollBack(client);
    throw error;
  }
}

/** pg supports `query_timeout`, but its types omit it. */
type TimedQuery = pg.QueryConfig & { readonly query_timeout?: number };

async function rollBack(client: pg.PoolClient): Promise<void> {
  const rollback: TimedQuery = { text: 'rollback', query_timeout: ROLLBACK_TIMEOUT_MS };
  await client.query(rollback);
}

async function run<Row extends object>(
  client: pg.PoolClient,
  statement: Statement,
  statementLimitMs: number,
): Promise<Row[]> {
  const limitMs = remainingMs();
  if (limitMs <= 0) throw databaseUnavailable();
  const query: TimedQuery = {
    text: statement.text,
    query_timeout: Math.min(limitMs, statementLimitMs),
    ...(statement.name === undefined ? {} : { name: statement.name }),
    ...(statement.values === undefined ? {} : { values: statement.values.map(asParameter) }),
  };
  const { rows } = await client.query<Row>(query);
  return rows;
}

/**
 * Formats an array of numbers or strings as a PostgreSQL array literal; returns any other value
 * unchanged. The driver runs two replacements on each element, which cost more than all other work
 * of the statements that store frames.
 */
export function asParameter(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const elements: readonly unknown[] = value;
  if (elements.every((element) => typeof element === 'number')) return `{${elements.join(',')}}`;
  if (elements.every((element) => typeof element === 'string'))
    return `{${elements.map(quote).join(',')}}`;
  return value;
}

const NEEDS_ESCAPE = /["\\]/;

const quote = (text: string): string =>
  `"${NEEDS_ESCAPE.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
