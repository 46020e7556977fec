import { pino } from 'pino';
import { ProblemError } from '@yamori/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  natsServerBinary,
  startNatsServer,
  type NatsServer,
} from '../../../testing/nats-server.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createPoolDatabase } from '../../database/pool-database.ts';
import type { Bus } from '../bus.ts';
import { createInProcessBus } from '../in-process-bus.ts';
import { connectNatsBus } from '../nats-bus.ts';
import type { JobKind, JobLimits, RunningJob } from './job-kind.ts';
import { claimJob, holdJob, JobLost } from './job-store.ts';
import { createJobs, type Jobs } from './jobs.ts';

const log = pino({ level: 'silent' });
const binary = natsServerBinary();
/** Polls often, but keeps the usual lease, so that a stalled machine loses no job. */
const QUICK: Partial<JobLimits> = { pollMs: 200, retryMs: 20 };
const order = (subject: string, parameters: object = {}) => ({
  rootDomainId: 'root',
  kind: 'import',
  subject,
  parameters,
});

const opened: { temporary?: TemporaryDatabase; jobs: Jobs[] } = { jobs: [] };
const database = () => opened.temporary?.database ?? expect.fail('no database');
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  await database().query({ text: 'create table effects (subject text, run text)' });
});
afterEach(async () => {
  await Promise.all(opened.jobs.splice(0).map((jobs) => jobs.close()));
  await opened.temporary?.drop();
});

function open(bus: Bus, limits: Partial<JobLimits> = QUICK): Jobs {
  const jobs = createJobs({ database: database(), bus, log, limits });
  opened.jobs.push(jobs);
  return jobs;
}

const recordEffect =
  (run: string) =>
  (job: RunningJob): Promise<void> =>
    job.effect(async (queries) => {
      await queries.query({
        text: 'insert into effects (subject, run) values ($1, $2)',
        values: [job.subject, run],
      });
    });
const aKind = (more: Partial<JobKind> = {}): JobKind => ({
  name: 'import',
  concurrency: 2,
  attempts: 3,
  run: recordEffect('done'),
  failed: (job, problem) => recordEffect(`failed ${problem}`)(job),
  cancelled: recordEffect('cancelled'),
  ...more,
});
const effects = async (): Promise<string[]> =>
  (
    await database().query<{ subject: string; run: string }>({
      text: 'select subject, run from effects order by subject, run',
    })
  ).map(({ subject, run }) => `${subject} ${run}`);
const states = async (): Promise<string[]> =>
  (
    await database().query<{ subject: string; state: string }>({
      text: 'select subject, state from jobs order by subject, created_at',
    })
  ).map(({ subject, state }) => `${subject} ${state}`);
const add = (jobs: Jobs, subject: string, parameters: object = {}): Promise<boolean> =>
  database().transaction((queries) => jobs.add(queries, order(subject, parameters)));
const runUntilAborted = ({ signal }: RunningJob): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });

it('urgent jobs are claimed and run while members use all other connections', async () => {
  const { url } = opened.temporary ?? expect.fail('no database');
  const server = createPoolDatabase({ url, connections: 1, urgentConnections: 1 }, log);
  const jobs = createJobs({ database: server, bus: createInProcessBus(log), log, limits: QUICK });
  const held = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const member = server.transaction(() => {
    taken.resolve();
    return held.promise;
  });
  await taken.promise;
  jobs.handle(aKind({ isUrgent: true }));
  await add(jobs, 'a');
  jobs.wake('import');
  await expect.poll(states, { timeout: 20_000 }).toEqual(['a done']);
  expect(await effects()).toEqual(['a done']);
  held.resolve();
  await member;
  await jobs.close();
  await server.close();
});

/** Tests for every Bus; the buses of one `openBus` are connected. */
function testJobs(openBus: () => Promise<Bus>): void {
  it('two servers together run every job once', async () => {
    const [one, other] = [open(await openBus()), open(await openBus())];
    const ran = { one: 0, other: 0 };
    const both = Promise.withResolvers<void>();
    // The first runs wait until both servers have some.
    const createRunner =
      (server: keyof typeof ran) =>
      async (job: RunningJob): Promise<void> => {
        ran[server] += 1;
        if (Math.min(ran.one, ran.other) > 0) both.resolve();
        await both.promise;
        await recordEffect('done')(job);
      };
    one.handle(aKind({ run: createRunner('one') }));
    other.handle(aKind({ run: createRunner('other') }));
    const subjects = Array.from({ length: 40 }, (_, index) => `s${String(index).padStart(2, '0')}`);
    for (const subject of subjects) await add(one, subject);
    one.wake('import');
    await expect.poll(effects).toEqual(subjects.map((subject) => `${subject} done`));
    await expect.poll(states).toEqual(subjects.map((subject) => `${subject} done`));
    expect(ran.one + ran.other).toBe(40);
  });

  it('a new job wakes another server immediately', async () => {
    const slow = { ...QUICK, pollMs: 600_000 };
    const buses = [await openBus(), await openBus()] as const;
    const [one, other] = [open(buses[0], slow), open(buses[1], slow)];
    await add(one, 'before');
    other.handle(aKind());
    // By then its initial poll is over, and the broker knows its subscription.
    await expect.poll(effects).toEqual(['before done']);
    await buses[1].flush();
    await add(one, 'a');
    one.wake('import');
    await expect.poll(effects).toEqual(['a done', 'before done']);
  });

  it('cancellation reaches a job that runs on another server, and a waiting job', async () => {
    const [one, other] = [open(await openBus()), open(await openBus())];
    const started: string[] = [];
    other.handle(
      aKind({
        concurrency: 1,
        run: (job) => {
          started.push(job.subject);
          return runUntilAborted(job);
        },
      }),
    );
    await add(one, 'a');
    one.wake('import');
    await expect.poll(() => started).toEqual(['a']);
    await add(one, 'b');
    // Cancel the waiting job first: it would start when the other one ends.
    expect([
      await one.cancel('import', 'b'),
      await one.cancel('import', 'a'),
      await one.cancel('import', 'c'),
    ]).toEqual([true, true, false]);
    await expect.poll(effects).toEqual(['a cancelled', 'b cancelled']);
    await expect.poll(states).toEqual(['a cancelled', 'b cancelled']);
    expect(started).toEqual(['a']);
  });
}

describe('createJobs over the in-process bus', () => {
  const shared: { bus?: Bus } = {};
  beforeEach(() => {
    shared.bus = createInProcessBus(log);
  });
  testJobs(async () => shared.bus ?? createInProcessBus(log));

  it('adds a job with its transaction, and only one for repeated requests', async () => {
    const jobs = open(createInProcessBus(log));
    await expect(
      database().transaction(async (queries) => {
        await jobs.add(queries, order('a'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await states()).toEqual([]);
    expect([await add(jobs, 'a'), await add(jobs, 'a'), await add(jobs, 'b')]).toEqual([
      true,
      false,
      true,
    ]);
    jobs.handle(aKind());
    await expect.poll(states).toEqual(['a done', 'b done']);
    expect(await add(jobs, 'a')).toBe(true);
  });

  it('retries after an error', async () => {
    const jobs = open(createInProcessBus(log));
    const attempts: number[] = [];
    jobs.handle(
      aKind({
        run: async (job) => {
          attempts.push(job.attempt);
          if (job.attempt < 3) throw new Error('not yet');
          await recordEffect('done')(job);
        },
      }),
    );
    await add(jobs, 'a');
    jobs.wake('import');
    await expect.poll(effects).toEqual(['a done']);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('fails a job immediately on a problem, and after the last attempt on an error', async () => {
    const jobs = open(createInProcessBus(log));
    jobs.handle(
      aKind({
        run: async ({ subject }) => {
          throw subject === 'a' ? new ProblemError('import-empty') : new Error('a bug');
        },
      }),
    );
    await add(jobs, 'a');
    await add(jobs, 'b');
    jobs.wake('import');
    await expect.poll(effects).toEqual(['a failed import-empty', 'b failed job-failed']);
    await expect.poll(states).toEqual(['a failed', 'b failed']);
    expect(
      await database().query({ text: `select problem, attempt from jobs order by subject` }),
    ).toEqual([
      { problem: 'import-empty', attempt: 1 },
      { problem: 'job-failed', attempt: 3 },
    ]);
  });

  it('takes over the job of a dead server, whose run then has no further effect', async () => {
    const dead = open(createInProcessBus(log));
    await add(dead, 'a');
    const lease = await claimJob(database(), 'import', 300);
    expect(lease).toMatchObject({ subject: 'a', attempt: 1 });
    const jobs = open(createInProcessBus(log));
    const attempts: number[] = [];
    jobs.handle(
      aKind({
        run: async (job) => {
          attempts.push(job.attempt);
          await recordEffect('done')(job);
        },
      }),
    );
    await expect.poll(effects).toEqual(['a done']);
    expect(attempts).toEqual([2]);
    await expect(
      database().transaction(async (queries) => {
        await queries.query({ text: `insert into effects values ('a', 'by the dead')` });
        await holdJob(queries, lease ?? expect.fail('no lease'));
      }),
    ).rejects.toBeInstanceOf(JobLost);
    expect(await effects()).toEqual(['a done']);
  });

  it('does not claim a job while its run commits an effect, even after the lease expired', async () => {
    const first = open(createInProcessBus(log));
    await add(first, 'a');
    const lease = (await claimJob(database(), 'import', 100)) ?? expect.fail('no lease');
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const committing = database().transaction(async (queries) => {
      await holdJob(queries, lease);
      held.resolve();
      await release.promise;
      await queries.query({ text: `insert into effects values ('a', 'late')` });
    });
    await held.promise;
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
    expect(await claimJob(database(), 'import', 100)).toBeNull();
    // A cancellation does not wait for the commit.
    expect(await first.cancel('import', 'a')).toBe(true);
    release.resolve();
    await committing;
    expect(await claimJob(database(), 'import', 100)).toMatchObject({ attempt: 2 });
    await expect(
      database().transaction((queries) => holdJob(queries, lease)),
    ).rejects.toBeInstanceOf(JobLost);
  });

  it('fails a job that crashes its server every time', async () => {
    const jobs = open(createInProcessBus(log));
    await add(jobs, 'a');
    for (let crash = 1; crash <= 3; crash++) {
      await expect.poll(() => claimJob(database(), 'import', 1)).toMatchObject({ attempt: crash });
    }
    jobs.handle(aKind());
    await expect.poll(effects).toEqual(['a failed job-failed']);
  });

  it('renews the lease of a long run, and returns the job immediately when the server stops', async () => {
    const one = open(createInProcessBus(log));
    const runs: string[] = [];
    one.handle(
      aKind({
        run: (job) => {
          runs.push(`one ${job.attempt}`);
          return runUntilAborted(job);
        },
      }),
    );
    await add(one, 'a');
    one.wake('import');
    await expect.poll(() => runs).toEqual(['one 1']);
    const leasedUntil = async (): Promise<number> =>
      (
        await database().query<{ until: Date }>({
          text: `select leased_until as until from jobs where subject = 'a'`,
        })
      )[0]?.until.getTime() ?? 0;
    const first = await leasedUntil();
    await expect.poll(leasedUntil).toBeGreaterThan(first);
    expect(await claimJob(database(), 'import', 600)).toBeNull();
    await one.close();
    expect(await states()).toEqual(['a waiting']);
    const other = open(createInProcessBus(log));
    other.handle(
      aKind({
        run: async (job) => {
          runs.push(`other ${job.attempt}`);
          await recordEffect('done')(job);
        },
      }),
    );
    await expect.poll(effects).toEqual(['a done']);
    // A stop does not count as an attempt.
    expect(runs).toEqual(['one 1', 'other 1']);
  });

  it('serves organisations in turn, each with its oldest job first', async () => {
    const jobs = open(createInProcessBus(log));
    const put = (rootDomainId: string, subject: string): Promise<boolean> =>
      database().transaction((queries) =>
        jobs.add(queries, { rootDomainId, kind: 'import', subject, parameters: {} }),
      );
    for (let index = 1; index <= 6; index++) await put('many', `many-${index}`);
    for (const subject of ['few-1', 'few-2']) await put('few', subject);
    await put('one', 'one-1');
    await database().query({
      text: `insert into jobs (root_domain_id, job_id, kind, subject, parameters) values ('another', gen_random_uuid(), 'other', 'other-1', '{}')`,
    });
    const order: string[] = [];
    jobs.handle(
      aKind({
        concurrency: 1,
        run: async ({ subject }) => {
          order.push(subject);
        },
      }),
    );
    jobs.wake('import');
    await expect.poll(() => order.length).toBe(9);
    expect(order).toEqual([
      'many-1',
      'few-1',
      'one-1',
      'many-2',
      'few-2',
      'many-3',
      'many-4',
      'many-5',
      'many-6',
    ]);
  });

  it('locks only the claimed job while it claims', async () => {
    const jobs = open(createInProcessBus(log));
    for (const rootDomainId of ['a', 'b', 'c'])
      await database().transaction((queries) =>
        jobs.add(queries, { rootDomainId, kind: 'import', subject: rootDomainId, parameters: {} }),
      );
    const free = () =>
      database().query<{ subject: string }>({
        text: `select subject from jobs where kind = 'import' and state = 'waiting' order by subject for update skip locked`,
      });
    await database().transaction(async (queries) => {
      expect(await claimJob({ ...database(), ...queries }, 'import', 60_000)).toMatchObject({
        subject: 'a',
      });
      expect(await free()).toEqual([{ subject: 'b' }, { subject: 'c' }]);
    });
  });

  it('limits the concurrent runs of a kind', async () => {
    const jobs = open(createInProcessBus(log));
    const now = { running: 0, most: 0 };
    jobs.handle(
      aKind({
        concurrency: 2,
        run: async () => {
          now.running += 1;
          now.most = Math.max(now.most, now.running);
          await new Promise((resolve) => {
            setTimeout(resolve, 30);
          });
          now.running -= 1;
        },
      }),
    );
    for (let index = 0; index < 8; index++) await add(jobs, `s${index}`);
    jobs.wake('import');
    await expect
      .poll(async () => (await states()).every((state) => state.endsWith('done')))
      .toBe(true);
    expect(now.most).toBe(2);
  });
});

describe.skipIf(binary === undefined)(
  'createJobs over NATS (skipped where nats-server is not installed)',
  () => {
    const broker: { server?: NatsServer } = {};
    const buses: Bus[] = [];
    beforeAll(async () => {
      broker.server = await startNatsServer(binary ?? '');
    });
    afterEach(async () => {
      await Promise.all(buses.splice(0).map((bus) => bus.close()));
    });
    afterAll(async () => {
      await broker.server?.stop();
    });
    testJobs(async () => {
      const bus = await connectNatsBus({
        url: broker.server?.url ?? '',
        log,
        now: () => new Date(),
        startTimeoutMs: 1_000,
        reconnectWaitMs: 50,
      });
      buses.push(bus);
      return bus;
    });
  },
);
