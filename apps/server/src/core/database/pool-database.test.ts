import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDatabaseLink } from '../../testing/database-link.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { asUnavailable, explainConnection, withoutPassword } from './database-problem.ts';
import { openDatabase } from './open-database.ts';
import { createPoolDatabase, asParameter } from './pool-database.ts';
import { withDeadline } from './request-deadline.ts';
import fc from 'fast-check';
import { asUrgent } from './urgent-work.ts';

const log = pino({ level: 'silent' });

describe('createPoolDatabase', () => {
  const held: { temporary?: TemporaryDatabase } = {};
  const temporary = (): TemporaryDatabase => held.temporary ?? expect.fail('no database');
  const { query, transaction } = {
    query: <Row extends object>(text: string, values: unknown[] = []) =>
      temporary().database.query<Row>({ text, values }),
    transaction: <Result>(work: Parameters<TemporaryDatabase['database']['transaction']>[0]) =>
      temporary().database.transaction(work) as Promise<Result>,
  };
  beforeAll(async () => {
    held.temporary = await openTemporaryDatabase();
    await query(
      'create table thing (id integer primary key, body bytea, at timestamptz, large bigint)',
    );
  });
  afterAll(() => held.temporary?.drop());

  it('returns bytea as Buffer, timestamptz as Date and int8 as string', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    await temporary().database.query({
      name: 'thing-add',
      text: 'insert into thing values ($1, $2, $3, $4)',
      values: [1, Buffer.from([0, 255]), at, '9007199254740993'],
    });
    expect(await query('select body, at, large from thing where id = 1')).toEqual([
      { body: Buffer.from([0, 255]), at, large: '9007199254740993' },
    ]);
  });

  it('commits when the work resolves and rolls back when it rejects', async () => {
    await transaction(async (queries) => {
      await queries.query({ text: 'insert into thing (id) values (2)' });
    });
    await expect(
      transaction(async (queries) => {
        await queries.query({ text: 'insert into thing (id) values (3)' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await query('select id from thing where id in (2, 3)')).toEqual([{ id: 2 }]);
  });

  it('passes statement errors on with their code, and stays usable', async () => {
    await query('insert into thing (id) values (10)');
    await expect(query('insert into thing (id) values (10)')).rejects.toMatchObject({
      code: '23505',
    });
    await expect(
      transaction((queries) => queries.query({ text: 'select nonsense' })),
    ).rejects.toMatchObject({ code: '42703' });
    await temporary().database.ping();
  });

  it('recovers from cut connections, and reports a missing server as unavailable', async () => {
    await temporary().database.ping();
    const client = new pg.Client({ connectionString: temporary().url });
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
    await expect
      .poll(() =>
        temporary()
          .database.ping()
          .then(
            () => 'answers',
            () => 'cut',
          ),
      )
      .toBe('answers');

    const nowhere = createPoolDatabase(
      { url: 'postgres://nobody:hidden-word@127.0.0.1:1/none', connections: 1 },
      log,
    );
    await expect(nowhere.ping()).rejects.toMatchObject({
      problem: { code: 'database-unavailable', retryAfterSeconds: 2 },
    });
    await expect(nowhere.transaction(async () => undefined)).rejects.toMatchObject({
      problem: { code: 'database-unavailable' },
    });
    await nowhere.close();
  });
});

describe('createPoolDatabase within a request', () => {
  const held: { temporary?: TemporaryDatabase } = {};
  const temporary = (): TemporaryDatabase => held.temporary ?? expect.fail('no database');
  const UNAVAILABLE = { problem: { code: 'database-unavailable' } };
  beforeAll(async () => {
    held.temporary = await openTemporaryDatabase();
  });
  afterAll(() => held.temporary?.drop());
  const inRequest = <Result>(limitMs: number, work: () => Promise<Result>) =>
    withDeadline({ endsAtMs: performance.now() + limitMs }, work);

  it('ends a statement at the deadline of its request', async () => {
    const { database } = temporary();
    await expect(
      inRequest(200, () => database.query({ text: 'select pg_sleep(60)' })),
    ).rejects.toMatchObject(UNAVAILABLE);
    await database.ping();
  });

  it('ends a statement at its own limit, long before the deadline of its request (P67)', async () => {
    const { url } = temporary();
    const link = await startDatabaseLink(url);
    const server = createPoolDatabase(
      { url: link.url, connections: 1, statementLimitMs: 300 },
      log,
    );
    const ended = await inRequest(600_000, async () => {
      await server.ping();
      // PostgreSQL's own timeout does not arrive.
      link.set('hole');
      return server.query({ text: 'select 1' }).catch((error: unknown) => error);
    });
    expect(ended).toMatchObject(UNAVAILABLE);
    await server.close();
    await link.close();
  });

  it('leaves no statement that keeps its locks in PostgreSQL', async () => {
    const { url, database } = temporary();
    const server = createPoolDatabase({ url, connections: 1, statementLimitMs: 1_000 }, log);
    await expect(
      inRequest(100, () =>
        server.query({ text: 'select pg_advisory_xact_lock(86), pg_sleep(600)' }),
      ),
    ).rejects.toMatchObject(UNAVAILABLE);
    await expect
      .poll(() => database.query({ text: 'select pg_try_advisory_xact_lock(86) as free' }))
      .toEqual([{ free: true }]);
    await server.close();
  });

  it('answers urgent work while members use all other connections', async () => {
    const server = createPoolDatabase(
      { url: temporary().url, connections: 1, urgentConnections: 1 },
      log,
    );
    const held = Promise.withResolvers<void>();
    const member = server.transaction(() => held.promise);
    await expect(inRequest(200, () => server.ping())).rejects.toMatchObject(UNAVAILABLE);
    await asUrgent(() => server.ping());
    expect(server.counts()).toMatchObject({ open: 2 });
    held.resolve();
    await member;
    await server.close();
  });

  it('starts no statement after the deadline, not even in a transaction', async () => {
    const { database } = temporary();
    const begun: string[] = [];
    await expect(
      inRequest(200, () =>
        database.transaction(async (queries) => {
          await queries.query({ text: 'select pg_sleep(60)' }).catch(() => undefined);
          begun.push('second');
          await queries.query({ text: 'select 1' });
          begun.push('third');
        }),
      ),
    ).rejects.toMatchObject(UNAVAILABLE);
    expect(begun).toEqual(['second']);
    await expect(inRequest(0, () => database.ping())).rejects.toMatchObject(UNAVAILABLE);
  });

  it('waits for a connection until the deadline, and returns a late one to the pool', async () => {
    const single = createPoolDatabase({ url: temporary().url, connections: 1 }, log);
    const holder = await single.pool.connect();
    await expect(inRequest(100, () => single.ping())).rejects.toMatchObject(UNAVAILABLE);
    holder.release();
    await single.ping();
    expect(single.pool.idleCount).toBe(1);
    await single.close();
  });
});

describe('database problems', () => {
  it.each([
    ['postgres://me:hidden-word@127.0.0.1:1/ward', 'ECONNREFUSED'],
    ['postgres://me:hidden-word@no-such-host.invalid/ward', /ENOTFOUND|EAI_AGAIN/],
  ])('openDatabase explains an unusable address without its password: %s', async (url, reason) => {
    const problem = await openDatabase({ url }, log).then(
      () => null,
      (error: unknown) => error,
    );
    expect(problem).toMatchObject({
      problem: {
        code: 'database-connection-failed',
        place: 'DATABASE_URL',
        details: { reason: expect.stringMatching(reason) },
      },
    });
    expect(JSON.stringify(problem)).not.toContain('hidden-word');
  });

  it('openDatabase explains a missing database', async () => {
    const temporary = await openTemporaryDatabase();
    const url = temporary.url.replace(/test_[0-9a-f]+/, 'missing_one');
    await expect(openDatabase({ url }, log)).rejects.toMatchObject({
      problem: {
        details: {
          reason: 'database "missing_one" does not exist',
          advice: 'create the database first, or correct its name',
        },
      },
    });
    await temporary.drop();
  });

  it('withoutPassword shows host and database, but no credentials', () => {
    expect(withoutPassword('postgres://me:hidden@db.example:5432/ward?password=hidden')).toBe(
      'postgres://me@db.example:5432/ward',
    );
    expect(withoutPassword('postgres://yamori@/yamori?host=%2Ftmp')).toBe(
      'postgres://yamori@local-socket/yamori',
    );
    expect(withoutPassword('not one')).toBe('(not an address)');
    expect(explainConnection('postgres://a:b@c/d', 'odd').problem.details).toMatchObject({
      reason: 'no answer',
    });
  });

  it('asUnavailable distinguishes an unreachable database from a failed statement', () => {
    expect(asUnavailable(Object.assign(new Error('x'), { code: '57P01' }))?.problem.code).toBe(
      'database-unavailable',
    );
    expect(asUnavailable(new Error('Connection terminated unexpectedly'))?.problem.code).toBe(
      'database-unavailable',
    );
    expect(asUnavailable(Object.assign(new Error('x'), { code: '23505' }))).toBeNull();
    expect(
      asUnavailable(Object.assign(new Error('could not extend file'), { code: '53100' }))?.problem,
    ).toMatchObject({ code: 'storage-full-unavailable', retryAfterSeconds: 60 });
    expect(asUnavailable('x')).toBeNull();
  });
});

describe('asParameter', () => {
  const held: { temporary?: TemporaryDatabase } = {};
  beforeAll(async () => {
    held.temporary = await openTemporaryDatabase();
  });
  afterAll(() => held.temporary?.drop());

  const roundTrip = async (type: string, values: readonly unknown[]): Promise<unknown> => {
    const [row] = await (held.temporary ?? expect.fail('no database')).database.query<{
      given: unknown;
    }>({ text: `select $1::${type}[] as given`, values: [values] });
    return row?.given;
  };

  it('strings survive the round trip through PostgreSQL', async () => {
    // PostgreSQL text holds neither NUL nor an unpaired surrogate.
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((value) => !value.includes('\0') && value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            text,
            fc.constantFrom('', 'NULL', '{}', '"', '\\', '\\"', ' a ', 'a,b', '\n\t', '部屋 101'),
          ),
          { maxLength: 12 },
        ),
        async (values) => {
          expect(await roundTrip('text', values)).toEqual(values);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('numbers survive the round trip through PostgreSQL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.maxSafeInteger(), { maxLength: 12 }), async (values) => {
        expect(await roundTrip('bigint', values)).toEqual(values.map((value) => String(value + 0)));
      }),
      { numRuns: 60 },
    );
    const reals = [
      0.1,
      -1e-7,
      1e21,
      Number.MAX_VALUE,
      Number.MIN_VALUE,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    expect(await roundTrip('float8', reals)).toEqual(reals);
  });

  it('leaves mixed, nested, empty and other values to the driver', async () => {
    for (const value of [
      [],
      ['a', null],
      [1, 'a'],
      [[1]],
      [new Date(0)],
      [Buffer.of(1)],
      [true],
      'text',
      7,
      null,
      Buffer.of(1),
    ])
      expect(asParameter(value)).toBe(value);
    expect(await roundTrip('text', ['a', null, 'b'])).toEqual(['a', null, 'b']);
  });
});
