import pg from 'pg';
import type { Logger } from 'pino';
import { asParameter } from './array-parameter.ts';
import type { Database, Queries, Statement } from './database.ts';
import { asUnavailable } from './database-problem.ts';

/**
 * A statement that takes longer is given up: an unreachable database must not hold a request for
 * over 10 s.
 */
const QUERY_TIMEOUT_MS = 9_000;
const CONNECT_TIMEOUT_MS = 5_000;

export type PoolOptions = { readonly url: string; readonly connections: number };

/** Database on a pool of connections. Does not connect before the first statement. */
export function createPoolDatabase(
  options: PoolOptions,
  log: Logger,
): Database & { readonly pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'yamori',
  });
  const state = { closing: false };
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => {
    if (!state.closing) log.warn({ reason: error.message }, 'an idle database connection broke');
  });

  return {
    pool,
    query: (statement) => answering(() => run(pool, statement)),
    transaction: (work) => answering(() => inTransaction(pool, work)),
    ping: () =>
      answering(async () => {
        await pool.query('select 1');
      }),
    close: () => {
      state.closing = true;
      return pool.end();
    },
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between two statements reports it here; the next statement rejects
  // with it.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work({ query: (statement) => run(client, statement) });
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection whose rollback fails is thrown away instead of going back to the pool.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  statement: Statement,
): Promise<Row[]> {
  const result = await on.query<Row>({
    text: statement.text,
    ...(statement.name === undefined ? {} : { name: statement.name }),
    ...(statement.values === undefined ? {} : { values: statement.values.map(asParameter) }),
  });
  return result.rows;
}

/** Lets errors of statements through and names a database that does not answer. */
async function answering<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error) ?? error;
  }
}
